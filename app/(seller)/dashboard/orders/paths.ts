export const ordersPath = "/dashboard/orders";

export function orderPath(id: number | string): string {
  return `${ordersPath}/${id}`;
}
