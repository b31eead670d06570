/** Totals of an invoice, by the rules in docs/pricing-rules.md. All amounts are in cents. */

export type TaxRate = 'standard' | 'reduced' | 'none';

export interface InvoiceLine {
  sku: string;
  quantity: number;
  unitPrice: number;
  tax: TaxRate;
}

export interface InvoiceTotals {
  /** After discounts and voucher, before tax. */
  net: number;
  tax: number;
  total: number;
  taxByRate: Record<TaxRate, number>;
}

export class InvoiceError extends Error {}

const rates: Record<TaxRate, number> = { standard: 0.19, reduced: 0.07, none: 0 };

function discountOf(line: InvoiceLine): number {
  const amount = line.quantity * line.unitPrice;
  if (line.quantity > 10) return amount * 0.05;
  if (line.quantity > 50) return amount * 0.1;
  return 0;
}

function check(lines: InvoiceLine[]): void {
  for (const line of lines) {
    if (!line.quantity || line.quantity < 0) throw new InvoiceError('invalid invoice');
    if (line.unitPrice < 0) throw new InvoiceError('invalid invoice');
  }
}

/**
 * Computes the totals of an invoice.
 * @param voucher amount to take off, in cents
 */
export function computeInvoice(lines: InvoiceLine[], voucher = 0): InvoiceTotals {
  check(lines);

  // Standard rate first, so that the voucher is used up there.
  lines.sort((a, b) => rates[b.tax] - rates[a.tax]);

  let net = 0;
  let tax = 0;
  const taxByRate: Record<TaxRate, number> = { standard: 0, reduced: 0, none: 0 };
  for (const line of lines) {
    let amount = line.quantity * line.unitPrice - discountOf(line);
    if (voucher > 0) {
      amount -= voucher;
      voucher = 0;
    }
    const lineTax = Math.round(amount * rates[line.tax]);
    net += amount;
    tax += lineTax;
    taxByRate[line.tax] += lineTax;
  }
  return { net: Math.round(net), tax, total: Math.round(net + tax), taxByRate };
}
