import type { DashboardMessages } from "./words";

export const frTasks: DashboardMessages["tasks"] = {
  tasksPurpose: "Ce que le service ne peut pas décider seul.",
  tasksOpen: "À traiter",
  tasksSettled: "Réglé",
  noneSettled: "Rien n’a encore été réglé.",
  noTasks: "Rien ne vous attend. L’argent qui ne correspond à aucun paiement apparaîtrait ici.",
  taskSince: "Depuis le {date}",
  taskSettledAt: "réglé le {date}",
  moneyDecided: "C’est le propriétaire ou un administrateur qui décide de l’argent.",
  acceptForOrder: "L’accepter pour la commande",
  giveBack: "Le rendre",
  markSettled: "Marquer comme réglé",
  isSettled: "C’est réglé. Vous le retrouvez sous « Réglé ».",
  isAccepted: "Accepté : la commande est payée.",
  seeOrder: "Voir la commande",
  isReturning: "L’argent repart vers la personne qui a payé. En cas d’échec, vous le retrouverez ici.",
  seePayout: "Voir le reversement",
  seeInvoice: "Voir la facture",
  seeNumber: "Voir {number}",
  anOrder: "une commande",

  task_suspense: "Nous gardons {got} qui ne correspondent à aucun paiement",
  suspense_underpaid:
    "Il est arrivé moins que le montant de {order} ({expected}). Acceptez-le pour la commande, qui sera ramenée à ce qui est arrivé, ou rendez-le.",
  suspense_overpaid:
    "Il est arrivé plus que le montant de {order} ({expected}). Acceptez-le, et l’excédent repart de lui-même ; ou rendez le tout.",
  suspense_wrong_currency:
    "Il est arrivé dans une autre monnaie que celle de {order} ({expected}). Rendez-le.",
  suspense_wrong_reference:
    "Le prestataire désigne un autre paiement que celui que nous avons lancé pour {order}. Demandez à votre client ; ensuite, acceptez-le ou rendez-le.",
  suspense_other: "Il est arrivé pour {order}. Acceptez-le pour la commande ou rendez-le.",
  task_late_payment: "Paiement tardif pour {order}",
  task_late_payment_what:
    "On avait annoncé à la personne que le paiement n’était pas passé, et l’argent est finalement arrivé. La commande est payée ; vérifiez si elle ne vous a pas aussi payé autrement.",
  task_payment_disputed: "Le payeur de {order} réclame son argent à sa banque",
  task_payment_disputed_what:
    "Ce que cela peut vous coûter est retenu dans votre portefeuille jusqu’à la décision de la banque. Remboursez vous-même, ou réunissez ce qui prouve la livraison et envoyez-le à qui gère ce service : il répondra à la banque. Si la banque donne raison au payeur, l’argent sera repris.",
  task_payment_reversed: "Le prestataire a repris le paiement de {order}",
  task_payment_reversed_what:
    "L’argent a quitté votre portefeuille. L’abonnement qu’il payait continue jusqu’à ce que vous y mettiez fin sur sa page, sauf si vos réglages le font d’eux-mêmes.",
  task_contradiction: "Le prestataire se contredit au sujet de {order}",
  task_contradictionOnly: "Le prestataire se contredit",
  task_contradiction_what:
    "Il a dit une chose, puis une autre. L’argent reste où il est. Interrogez le prestataire avant d’agir.",
  task_no_answer: "Le prestataire n’a jamais dit ce qu’est devenu un paiement pour {order}",
  task_no_answer_what:
    "Il a été interrogé pendant 72 heures. Consultez les relevés du prestataire ; rien n’a été porté à votre portefeuille.",
  task_rail_problem: "Un paiement pour {order} n’a pas pu être lancé correctement",
  task_rail_problem_what:
    "Quelque chose ne va pas entre nous et le prestataire. Le gestionnaire du service doit regarder ; donnez-lui le numéro de la commande.",
  task_refund_failed: "Un remboursement de {amount} pour {order} a échoué",
  task_refund_failed_what:
    "Le prestataire n’a pas pu rendre l’argent : il est de nouveau dans votre portefeuille, ou mis de côté comme avant. Votre client attend toujours : réessayez, ou payez-le autrement.",
  task_refund_came_back: "Un remboursement de {amount} pour {order} n’est pas arrivé au payeur",
  task_refund_came_back_what:
    "Le prestataire avait dit qu’il était arrivé, et dit maintenant qu’il est revenu. L’argent est là où il était avant, dans votre portefeuille ou mis de côté. Votre client attend toujours : réessayez, ou payez-le autrement.",
  task_refund_no_answer: "Le prestataire n’a jamais dit si un remboursement pour {order} est arrivé",
  task_refund_no_answer_what:
    "Il a été interrogé pendant 72 heures. {amount} restent réservés. Demandez à votre client si l’argent est arrivé, et prévenez le gestionnaire du service : il peut trancher d’après les relevés du prestataire.",
  task_cancelled_invoice_was_part_paid: "{number} est annulée, et {paid} en étaient déjà payés",
  task_cancelled_invoice_was_part_paid_what:
    "L’argent reste dans votre portefeuille. Remboursez ses commandes s’il doit être rendu.",
  task_link_over_limit: "Un paiement de trop pour « {link} »",
  task_link_over_limit_what:
    "{order} a été payée alors que toutes les places étaient prises. Livrez-la, ou remboursez la commande.",
  task_payout_reversed: "Un reversement de {amount} est revenu après être arrivé",
  task_payout_reversed_what:
    "Le prestataire l’a repris de {destination}. Le montant et les frais sont de nouveau dans votre portefeuille ; vérifiez le compte avant un nouveau reversement.",
  task_payout_no_answer: "Le prestataire n’a jamais dit si un reversement de {amount} est arrivé",
  task_payout_no_answer_what:
    "Il a été interrogé pendant 72 heures. Regardez s’il est arrivé sur {destination}, et prévenez le gestionnaire du service.",
  task_other_what: "Quelqu’un devrait regarder ceci.",
};
