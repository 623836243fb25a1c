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

/** Also what the form asks for while somebody types, which is why it is no part of the form. */
export function PickOptions({ picks }: { picks: Pick[] }) {
  return picks.map(({ value, label, fill }) => (
    <option key={value} value={value} label={label} data-fill={JSON.stringify(fill)} />
  ));
}
