import type { DashboardMessages } from "./words";

/** The same in French. */
export const frOpsRefunds: DashboardMessages["opsRefunds"] = {
  opsRefunds: "Remboursements",
  refundPage: "Remboursement",
  decideRefund: "Décider d’un remboursement",
  seeRefund: "Voir le remboursement",
  opsRefundOf: "{amount} de {order}",
  refundsOldest: "L’argent en route vers les payeurs ; ce qui attend le plus vient d’abord.",
  refundsNewest: "L’argent rendu aux payeurs, le plus récent d’abord.",
  noRefund_hand:
    "Aucun remboursement ne demande d’intervention. Un remboursement dont le prestataire ne dit jamais rien apparaîtrait ici.",
  noRefund_under_way: "Aucun remboursement n’est en cours.",
  noRefund_done: "Aucun remboursement n’est encore terminé.",
  refundHand_unknown: "Personne ne sait",
  refundHand_unknown_what:
    "Le prestataire a été interrogé pendant 72 heures et n’a jamais dit si le payeur a l’argent. Il reste réservé. Consultez les relevés du prestataire, demandez au vendeur, puis décidez.",
  refundHand_under_way: "En cours",
  refundHand_under_way_what:
    "Le prestataire l’a et il est interrogé automatiquement, de moins en moins souvent, pendant 72 heures. Rien à faire.",
  refundIs_queued: "en attente",
  refundIs_sent: "envoyé",
  refundIs_paid: "arrivé",
  refundIs_failed: "non arrivé",
  askedRefundStill: "Le prestataire a été interrogé et ne dit toujours pas si l’argent est arrivé.",
  askedRefundNow: "Le prestataire a été interrogé. État du remboursement : {status}.",
  opsOrder: "Commande",
  hand_refunds: "Remboursements",
  hand_refunds_what: "Personne ne sait s’ils sont arrivés.",
  task_refund_no_answer_ours:
    "Il a été interrogé pendant 72 heures. Consultez les relevés du prestataire, puis décidez si le remboursement est arrivé.",

  act_arrived: "Il est arrivé",
  act_arrived_effect:
    "Le remboursement compte comme arrivé : la commande dit combien a été rendu, le payeur est prévenu, et order.refunded est envoyé aux webhooks.",
  act_arrived_undo:
    "Vous pouvez l’annuler : « Il est revenu » remet l’argent là où il était avant le remboursement.",
  act_arrived_evidence: "La référence ou le reçu du prestataire",
  act_not_arrived: "Il n’est pas arrivé",
  act_not_arrived_effect:
    "L’argent est là où il était avant le remboursement, dans le portefeuille du vendeur avec les frais comme avant, ou mis de côté, et peut être rendu de nouveau. Si le prestataire le livre malgré tout, le même argent aura été rendu deux fois, et une tâche le dira.",
  act_not_arrived_undo:
    "Cela ne peut pas être annulé : l’argent peut aussitôt être rendu ou reversé de nouveau.",
  act_not_arrived_evidence:
    "Où vous avez vu qu’il n’est pas arrivé et n’arrivera pas : une référence, une date, un nom",
  act_did_come_back: "Il est revenu",
  act_did_come_back_effect:
    "L’argent est là où il était avant le remboursement, parce que le prestataire l’a de nouveau : dans le portefeuille du vendeur avec les frais comme avant, ou mis de côté. La commande le dit, et order.refund_failed est envoyé aux webhooks.",
  act_did_come_back_undo:
    "Cela ne peut pas être annulé : l’argent peut aussitôt être rendu ou reversé de nouveau.",
  act_did_come_back_evidence: "L’écriture de notre compte qui montre le retour : une référence, une date",
};
