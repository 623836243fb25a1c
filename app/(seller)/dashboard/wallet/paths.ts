export const walletPath = "/dashboard/wallet";
export const payoutsPath = `${walletPath}/payouts`;
export const totalsPath = `${walletPath}/totals`;
export const automaticPath = `${walletPath}/automatic`;
export const accountsPath = `${walletPath}/accounts`;

export function payoutPath(id: string): string {
  return `${payoutsPath}/${id}`;
}
