// Only two texts, not the whole dashboard's: they go to every browser, and must work when little else does.
const english = {
  lang: "en",
  title: "Something went wrong on our side",
  purpose: "What you did last may not have been saved. Try again in a moment.",
  reference: "Reference",
  again: "Try again",
};

const french: typeof english = {
  lang: "fr",
  title: "Quelque chose s’est mal passé de notre côté",
  purpose: "Votre dernière action n’a peut-être pas été enregistrée. Réessayez dans un instant.",
  reference: "Référence",
  again: "Réessayer",
};

/** What the error page says, in the language that the `hl` cookie among these keeps; else in English. */
export function errorWords(cookies: string): typeof english {
  return /(?:^|;\s*)hl=fr(?:;|$)/.test(cookies) ? french : english;
}
