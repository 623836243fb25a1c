/** What a list of the form offers. `fill`: the fields that it fills in. */
export interface Pick {
  value: string;
  label?: string;
  fill: Record<string, string>;
}

/** The ids of the two lists. */
export const customerList = "customers-to-pick";
export const productList = "products-to-pick";

/** The interval of an invoice that is made once. */
export const once = "once";
