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
  sayWhy: "Dites pourquoi, pour vos propres dossiers.",
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
  bar_no_provider:
    "Aucun prestataire n’a encaissé l’argent de cette commande : aucun ne peut donc le rendre.",
  bar_all_gone: "Cette commande est déjà remboursée en entier.",
  bar_not_paid: "Cette commande n’est pas payée : il n’y a rien à rembourser.",
  bar_under_way: "Un remboursement de cette commande est en cours. Attendez qu’il soit terminé.",
  bar_cannot:
    "Le prestataire qui a encaissé ce paiement ne peut pas rendre l’argent. Remboursez votre client autrement.",
  bar_once: "Le prestataire ne rend l’argent qu’une seule fois.",
};
