export const subscriptionsPath = "/dashboard/subscriptions";

export function subscriptionPath(id: string): string {
  return `${subscriptionsPath}/${id}`;
}

export const numbersPath = `${subscriptionsPath}/numbers`;
