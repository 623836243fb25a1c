import type { DashboardMessages } from "./words";

export const frSearch: DashboardMessages["search"] = {
  searchPurpose: "Noms, e-mails, téléphones, numéros de commande et de facture, vos propres références.",
  searchLabel: "Que cherchez-vous ?",
  searchNothing:
    "Rien ne correspond à « {typed} ». Une référence se cherche en entier ; un téléphone par ses derniers chiffres.",
  searchNewest: "Les {count} plus récents de chaque sorte sont affichés.",
  forThing: "pour {thing}",
};
