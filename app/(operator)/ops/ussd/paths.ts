export const ussdPath = "/ops/ussd";
