import type { DashboardMessages } from "./words";

export const frRefunds: DashboardMessages["refunds"] = {
  orderRefund: "{number} : remboursement",
  refundOrder: "Rembourser {number}",
  refundPurpose: "L’argent repart par où il est venu. Vous voyez l’effet avant que rien ne se passe.",
  onlyAdminsRefund: "Seul le propriétaire ou un administrateur de la boutique peut rembourser une commande.",
  backTo: "Retour à {number}",
  refundPartHelp: "Jusqu’à {left}. Laissez vide pour tout rembourser.",
  refundAllHelp: "Le prestataire rend la totalité. Laissez ce champ vide.",
  why: "Pourquoi",
  whyHelp: "Pour vos propres dossiers ; votre client ne le voit pas.",
  confirmRefund: "Confirmer le remboursement",
  refundAmount: "Rembourser {amount}",
  customerGets: "Votre client reçoit",
  weGiveBack: "Nous rendons",
  ourFeeBack: "Nos frais : {fee}",
  thenOrderIs: "La commande devient",
  keepsSubscription:
    "L’abonnement reste tel quel : sa période payée n’est pas reprise. Annulez-le aussi s’il doit finir.",
  keepsInvoice: "La facture reste telle quelle.",
  cancelsRest: "Un remboursement total annule aussi ce qui n’a pas encore été remis.",
  staysHandedOver: "Ce qui a été remis reste remis.",
  refundForGood: "Une fois en route, c’est définitif.",
  refundGoes: "Le remboursement est en route. Vous voyez ci-dessous quand il est arrivé.",
};
