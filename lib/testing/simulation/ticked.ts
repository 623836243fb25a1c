/** What a payer ticks, in the words that stand there. */
export const ticked = { text: () => "Ask my phone by itself.", language: "en" };
