/** What a product delivers by itself. */
export function deliverablesPath(product: number | string): string {
  return `/dashboard/products/${product}/deliverables`;
}
