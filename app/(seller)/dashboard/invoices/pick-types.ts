/** What the lists of the form offer. */
export interface Picks {
  customers: { label: string; name: string; email: string | null; phone: string | null }[];
  /** The price as it is typed. */
  products: { name: string; price: string }[];
}

/** The ids of the two lists. */
export const customerList = "customers-to-pick";
export const productList = "products-to-pick";

/** The interval of an invoice that is made once. */
export const once = "once";
