export const disputesPath = "/dashboard/disputes";
