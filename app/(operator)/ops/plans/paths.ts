export const plansPath = "/ops/plans";
