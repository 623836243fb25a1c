/** The page of results. */
export const enSearch = {
  searchPurpose: "Names, e-mails, phones, order and invoice numbers, your own refs.",
  searchLabel: "What are you looking for?",
  searchNothing:
    "Nothing here matches “{typed}”. A ref is looked for as a whole; a phone by its last digits.",
  searchNewest: "The newest {count} of each kind are shown.",
  forThing: "for {thing}",
} as const;
