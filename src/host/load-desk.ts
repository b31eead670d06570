import type { Desk } from './desk';

/** Builds the desk at the first call and gives the same one ever after. */
export type LoadDesk = () => Promise<Desk>;
