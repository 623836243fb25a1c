export const refundsPath = "/dashboard/refunds";
