export const walletPath = "/dashboard/wallet";
export const payoutsPath = `${walletPath}/payouts`;
export const automaticPath = `${walletPath}/automatic`;
export const accountsPath = `${walletPath}/accounts`;

export function payoutPath(id: string): string {
  return `${payoutsPath}/${id}`;
}
