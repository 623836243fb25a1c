/** What the account may do: two countries, and one network that is down. */
export function pawapayConfiguration(callbackUrl: string): Record<string, unknown> {
  const both = (status: string, decimals: string, limits: [string, string]) => ({
    DEPOSIT: {
      authType: "PROVIDER_AUTH",
      pinPrompt: "AUTOMATIC",
      pinPromptRevivable: true,
      pinPromptInstructions: {
        channels: [
          {
            type: "USSD",
            quickLink: "tel:*165%23",
            variables: { shortCode: "*165#" },
            instructions: {
              en: [{ text: "Dial *165# on your phone", template: "Dial {{shortCode}} on your phone" }],
            },
          },
        ],
      },
      minAmount: limits[0],
      maxAmount: limits[1],
      decimalsInAmount: decimals,
      status,
      callbackUrl,
    },
    PAYOUT: {
      minAmount: limits[0],
      maxAmount: limits[1],
      decimalsInAmount: "TWO_PLACES",
      status,
      callbackUrl,
    },
  });
  const provider = (code: string, displayName: string, currency: string, operationTypes: unknown) => ({
    provider: code,
    displayName,
    logo: "https://static.example.com/logo.png",
    nameDisplayedToCustomer: "Acme",
    currencies: [{ currency, operationTypes }],
  });
  return {
    companyName: "Acme",
    signatureConfiguration: { signedRequestsOnly: false, signedCallbacks: true },
    countries: [
      {
        country: "UGA",
        prefix: "256",
        displayName: { en: "Uganda" },
        providers: [
          provider("MTN_MOMO_UGA", "MTN", "UGX", both("OPERATIONAL", "TWO_PLACES", ["500", "5000000"])),
          provider("AIRTEL_OAPI_UGA", "Airtel", "UGX", both("DELAYED", "NONE", ["500", "5000000"])),
        ],
      },
      {
        country: "KEN",
        prefix: "254",
        displayName: { en: "Kenya" },
        providers: [provider("MPESA_KEN", "M-Pesa", "KES", both("OPERATIONAL", "NONE", ["1", "250000"]))],
      },
    ],
  };
}
