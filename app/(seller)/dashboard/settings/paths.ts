export const settingsPath = "/dashboard/settings";
export const verificationPath = "/dashboard/settings/verification";
export const notificationsPath = "/dashboard/settings/notifications";
export const taxPath = "/dashboard/settings/tax";
export const sitesPath = "/dashboard/settings/sites";
export const numberingPath = "/dashboard/settings/numbering";
export const takeAlongPath = "/dashboard/settings/take-along";
