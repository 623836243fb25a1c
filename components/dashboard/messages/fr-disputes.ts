import type { DashboardMessages } from "./words";

export const frDisputes: DashboardMessages["disputes"] = {
  disputes: "Contestations",
  dispute_open: "Ouverte",
  dispute_won: "Gagnée : l’argent reste",
  dispute_lost: "Perdue : l’argent a été repris",
  dispute_accepted: "Acceptée : l’argent a été repris",
  disputedOn: "Contesté le",
  evidenceUntil: "La banque attend les preuves jusqu’au",
  decidedOn: "Décidé le",
  disputeReason: "Raison donnée par la banque",
  keptBack: "Retenu dans le portefeuille",
  keptBackNote: "Pour les paiements contestés",
  atProvider: "Chez le prestataire",

  opsDisputes: "Contestations",
  disputesPurpose:
    "Ce que les payeurs contestent à leur banque. Répondez chez le prestataire, à temps ; sa décision est comptée d’elle-même.",
  disputes_open: "Ouvertes",
  disputes_decided: "Décidées",
  noDispute_open: "Aucun paiement n’est contesté.",
  noDispute_decided: "Aucune contestation n’a encore été décidée.",
  noDate: "Pas de date donnée",
  disputeFee: "le prestataire a pris {fee} pour cela",
  debts: "Ce que des boutiques doivent",
  owesUs: "Doit",
  noDebts: "Aucune boutique ne doit quoi que ce soit.",

  line_dispute_reserved: "Retenu tant que le paiement de {order} est contesté",
  line_dispute_released: "Ce qui était retenu pour {order} est de nouveau dans le portefeuille",
  line_second_received: "{amount} de plus pour {order}, déjà payée : mis de côté",
  suspense_second_payment:
    "{order} était payée, et le prestataire dit qu’elle l’a été une fois de plus. Demandez à votre client, puis rendez l’argent.",
  task_payment_reinstated:
    "Le prestataire avait repris le paiement de {order}, et dit maintenant qu’il est de nouveau là",
  task_payment_reinstated_what:
    "Rien n’a été compté. Qui gère le service doit demander au prestataire où est l’argent.",
  task_second_payment: "{order} a été payée deux fois chez le prestataire",
  task_second_payment_what:
    "Un second paiement est arrivé pour une même tentative ; il est mis de côté dans le portefeuille de la boutique. Comparez la référence et le reçu avec ce que dit le prestataire ; le vendeur rend l’argent.",
  task_taken_beyond: "Une banque a repris plus pour {order} que ce qui restait du paiement",
  task_taken_beyond_what:
    "Le paiement a été remboursé et repris : {beyond} sont partis deux fois. Le vendeur n’en a rien payé ; réclamez-les au prestataire.",
  task_dispute_contradiction: "Le prestataire a décidé de deux façons d’une contestation sur {order}",
  task_dispute_contradiction_what:
    "Elle était {was} et serait maintenant {said}. Rien n’a été compté pour la seconde réponse ; demandez au prestataire.",

  endsAccessOnReversal: "Couper l’accès quand une banque reprend un paiement",
  endsAccessOnReversalHelp:
    "L’abonnement que ce paiement a acheté prend fin tout de suite. Sans cela il continue jusqu’à ce que vous y mettiez fin.",
  endSubscription: "Mettre fin à cet abonnement maintenant",
  endSubscriptionMeans:
    "Une banque a repris un de ses paiements. L’accès s’arrête tout de suite, et rien n’est renouvelé. L’abonné est prévenu et peut recommencer en payant. Cela ne rembourse rien.",
  endSubscriptionGo: "Y mettre fin, l’accès s’arrête",
  endedNow: "L’abonnement a pris fin, et l’accès avec lui.",
  did_subscription_ended: "Terminé tout de suite, car une banque a repris un paiement",
};
