export const accountPath = "/dashboard/account";
export const twoStepPath = "/dashboard/account/two-step";
export const passkeysPath = "/dashboard/account/passkeys";
export const sessionsPath = "/dashboard/account/sessions";
export const newStorePath = "/dashboard/account/stores/new";
export const newEmailPath = "/dashboard/account/email";
