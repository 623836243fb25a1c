import type { DashboardMessages } from "./words";

export const frOpsActs: DashboardMessages["opsActs"] = {
  act_suspend: "Suspendre la boutique",
  act_suspend_effect:
    "L’API répond 403 store_suspended. Les pages de paiement n’encaissent plus. Les abonnés gardent l’accès payé. Les reversements sont suspendus et l’argent reste dans le portefeuille. Les webhooks attendent et peuvent être renvoyés plus tard ; les rappels de renouvellement ne partent pas.",
  act_restore: "Rétablir la boutique",
  act_restore_effect:
    "L’API répond de nouveau. Les pages de paiement encaissent de nouveau. Les reversements sont de nouveau possibles, et ceux qui attendaient partent. Les webhooks qui attendaient peuvent être envoyés depuis le journal des événements.",
  act_block_developer_access: "Couper l’accès développeur",
  act_block_developer_access_effect:
    "L’API répond 403 developer_access_blocked aux clés de production et de test. Aucun webhook n’est envoyé ; ils attendent et peuvent être renvoyés plus tard. Les pages de paiement, les paiements et les reversements continuent. Le journal des événements reste lisible.",
  act_allow_developer_access: "Rétablir l’accès développeur",
  act_allow_developer_access_effect:
    "L’API répond de nouveau avec les clés existantes. Les nouveaux webhooks sont envoyés ; ceux qui attendaient peuvent être envoyés depuis le journal des événements.",
  act_verify: "Vérifier le vendeur",
  act_verify_effect:
    "La boutique peut se faire reverser ce qui est disponible dans son portefeuille. Rien d’autre ne change.",
  act_reject: "Refuser le vendeur",
  act_reject_effect:
    "La boutique ne peut pas demander de reversement. Elle continue d’encaisser, et l’argent reste dans son portefeuille. Les reversements déjà demandés se poursuivent.",
  act_check_again: "Revenir sur la décision",
  act_check_again_effect:
    "Le vendeur est considéré comme en cours de vérification. Jusqu’à votre décision, la boutique ne peut pas demander de reversement ; elle continue d’encaisser.",

  act_close: "Marquer comme réglé",
  act_close_effect:
    "La tâche quitte la liste de ce qui demande une intervention. Rien d’autre ne change ; aucun argent ne bouge.",
  act_open: "Rouvrir",
  act_open_effect:
    "La tâche revient dans la liste de ce qui demande une intervention. Rien d’autre ne change ; aucun argent ne bouge.",

  act_accept: "L’accepter pour la commande",
  act_accept_effect:
    "La commande compte comme payée et déclenche ce qu’elle devait déclencher. S’il est arrivé moins, la commande est ramenée à ce qui est arrivé ; s’il est arrivé plus, le reste repart vers la personne qui a payé. Elle reçoit un reçu, et order.paid est envoyé aux webhooks.",
  act_accept_undo: "Vous pouvez l’annuler en remboursant la commande, comme le vendeur peut le faire.",
  act_return: "Le rendre à la personne qui a payé",
  act_return_effect:
    "Tout repart par où c’est venu. La commande reste impayée. Si le prestataire ne peut pas le rendre, une nouvelle tâche le dira.",
  act_return_undo: "Cela ne peut plus être annulé une fois l’argent envoyé par le prestataire.",
  act_keep: "Le laisser de côté",
  act_keep_effect:
    "L’argent reste de côté : dans le portefeuille de personne, en route vers personne. Seule la tâche est fermée, avec votre raison.",
  act_keep_undo: "Vous pouvez l’annuler : rouvrez la tâche et décidez autrement.",

  act_paid: "Marquer comme payé",
  act_paid_effect:
    "Le reversement compte comme arrivé : le vendeur le lit ainsi, payout.paid est envoyé aux webhooks, et l’argent n’est plus dans le portefeuille du vendeur ni en route.",
  act_paid_undo:
    "Vous pouvez l’annuler : « C’est revenu » remet le montant et les frais dans le portefeuille.",
  act_paid_evidence: "La référence ou le reçu du prestataire",
  act_returned: "Le remettre au portefeuille",
  act_returned_effect:
    "Le montant et les frais sont de nouveau dans le portefeuille du vendeur et peuvent être reversés de nouveau ; payout.failed est envoyé aux webhooks. Si le prestataire le livre malgré tout, le même argent sera sorti deux fois, et une tâche le dira.",
  act_returned_unsent_effect:
    "Le montant et les frais sont de nouveau dans le portefeuille du vendeur et peuvent être reversés de nouveau ; payout.failed est envoyé aux webhooks. Rien n’a quitté notre compte pour cela.",
  act_returned_undo:
    "Cela ne peut pas être annulé : le vendeur peut aussitôt se faire reverser l’argent de nouveau.",
  act_returned_evidence:
    "Où vous avez vu qu’il n’est pas arrivé et n’arrivera pas : une référence, une date, un nom",
  act_came_back: "C’est revenu",
  act_came_back_effect:
    "Le montant et les frais sont de nouveau dans le portefeuille du vendeur, parce que le compte payé a renvoyé l’argent au nôtre ; payout.failed est envoyé aux webhooks.",
  act_came_back_undo:
    "Cela ne peut pas être annulé : le vendeur peut aussitôt se faire reverser l’argent de nouveau.",
  act_came_back_evidence: "L’écriture de notre compte qui montre le retour : une référence, une date",

  hand_unknown: "Personne ne sait",
  hand_unknown_what:
    "Le prestataire a été interrogé pendant 72 heures et n’a jamais dit si le reversement est arrivé. L’argent reste réservé. Consultez les relevés du prestataire, demandez au vendeur, puis marquez-le comme payé ou remettez-le au portefeuille.",
  hand_refused: "Refusé",
  hand_refused_what:
    "Le prestataire l’a refusé : personne n’a l’argent. Corrigez la cause là-bas (argent sur notre compte, approbation des transferts), puis remettez-le au portefeuille ; le vendeur pourra le redemander.",
  hand_waiting: "En attente",
  hand_waiting_what:
    "Il n’a pas été envoyé : notre compte chez le prestataire ne le couvre pas, ou la boutique est suspendue. Il part de lui-même dès que cela change ; on regarde toutes les dix minutes.",
  hand_under_way: "En cours",
  hand_under_way_what:
    "Le prestataire l’a et il est interrogé automatiquement, de moins en moins souvent, pendant 72 heures. Rien à faire.",
  hand_done: "Terminé",
  hand_done_what: "Rien à faire.",

  resetTwoStepEffect:
    "La connexion en deux étapes est désactivée pour cette personne, ses clés d’accès sont retirées et elle est déconnectée partout. Elle se connecte avec son mot de passe ou un lien reçu par e-mail, et peut la réactiver.",
};
