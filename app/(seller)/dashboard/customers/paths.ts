export const customersPath = "/dashboard/customers";

export function customerPath(id: number): string {
  return `${customersPath}/${id}`;
}
