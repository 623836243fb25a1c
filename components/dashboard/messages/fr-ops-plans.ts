import type { enOpsPlans } from "./en-ops-plans";

/** Les offres de l'opérateur et ce que les frais ont rapporté. */
export const frOpsPlans: Record<keyof typeof enOpsPlans, string> = {
  opsPlans: "Offres et frais",
  plansPurpose: "Ce que le service coûte aux vendeurs. Chaque boutique a une offre.",
  feesBrought: "Ce que les frais ont rapporté",
  feesBroughtNote: "Des paiements et des reversements, moins ce qui est reparti. Mois en UTC.",
  noFees: "Aucuns frais ne sont entrés ce mois-ci ni le mois dernier.",
  thisMonth: "Ce mois-ci",
  lastMonth: "Le mois dernier",
  planApi: "API et webhooks",
  planFee: "Frais par paiement",
  planPayoutFee: "Frais par reversement",
  planStores: "Boutiques",
  newPlan: "Nouvelle offre",
  newPlanPurpose: "Les boutiques y passent une à une, depuis leur propre page.",
  changeThisPlan: "Changer l’offre {plan}",
  changePlanMeansOne:
    "Elle change pour la boutique qui l’a, dès son prochain paiement et son prochain reversement. Ce qui a été commandé avant garde ses frais. Ses propriétaires sont prévenus par e-mail.",
  changePlanMeans:
    "Elle change pour les {count} boutiques qui l’ont, dès leurs prochains paiements et reversements. Ce qui a été commandé avant garde ses frais. Leurs propriétaires sont prévenus par e-mail.",
  changePlanUndo:
    "Vous pourrez revenir en arrière de la même façon ; ce qui a été payé entre-temps garde les frais qu’il avait.",
  planName: "Nom",
  planNameHelp: "Les vendeurs le lisent dans leurs réglages.",
  feePercent: "Frais par paiement, en %",
  feePercentHelp:
    "Du total de la commande, comme 1,5. Quand l’acheteur paie les frais, ils s’ajoutent au prix.",
  payoutFeePercent: "Frais par reversement, en %",
  payoutFeePercentHelp: "De ce qui arrive au vendeur, en plus.",
  includesApi: "Comprend l’API et les webhooks",
  savePlan: "Enregistrer l’offre",
  planCreated: "L’offre {plan} existe. Faites-y passer des boutiques depuis leurs pages.",
  planSaved: "L’offre {plan} est changée, et les propriétaires de ses boutiques sont prévenus par e-mail.",
};
