export const subscriptionsPath = "/dashboard/subscriptions";

export function subscriptionPath(id: string): string {
  return `${subscriptionsPath}/${id}`;
}

export const numbersPath = `${subscriptionsPath}/numbers`;

export const importPath = `${subscriptionsPath}/import`;

export function movePath(id: number): string {
  return `${importPath}/${id}`;
}
