export const ordersPath = "/dashboard/orders";

export const salePath = `${ordersPath}/sell`;

/** The receipt as it is shown, sent or printed at the counter. */
export function receiptPath(id: number): string {
  return `${orderPath(id)}/receipt`;
}

export function orderPath(id: number | string): string {
  return `${ordersPath}/${id}`;
}
