import { computeInvoice, InvoiceError, type InvoiceLine, type InvoiceTotals } from './invoice';

export interface Basket {
  readonly lines: InvoiceLine[];
  /** In cents; null when the customer gave none. */
  readonly voucher: number | null;
}

export type Checkout =
  | { readonly kind: 'payable'; readonly totals: InvoiceTotals }
  | { readonly kind: 'refused'; readonly why: string };

/** What the customer has to pay, or what the page says instead. The basket is shown again afterwards, so it must stay as it is. */
export function checkOut(basket: Basket): Checkout {
  try {
    return { kind: 'payable', totals: computeInvoice(basket.lines, basket.voucher ?? 0) };
  } catch (error) {
    if (error instanceof InvoiceError) return { kind: 'refused', why: error.message };
    throw error;
  }
}
