import type { Templates } from "./en";

export const fr: Templates = {
  receipt_order: {
    subject: "Reçu : {amount} payés à {seller}",
    text: "{seller} a reçu {amount} pour {item}. Votre numéro de commande est {number}.\n\nReçu : {link}",
    sms: "{seller}: {amount} reçus pour {item}.| Merci.| Reçu : {link}",
  },
  receipt_subscription: {
    subject: "Reçu : {amount} payés à {seller}",
    text: "{seller} a reçu {amount} pour {plan}. C’est payé jusqu’au {end}.\n\nReçu : {link}",
    sms: "{seller}: {amount} reçus pour {plan}.| Payé jusqu’au {end}.| Reçu : {link}",
  },
  invoice_paid: {
    subject: "La facture {invoice} est payée",
    text: "{seller} a reçu {amount}. La facture {invoice} est entièrement payée. Vous ne devez plus rien.\n\nReçu : {link}",
    sms: "{seller}: {amount} reçus. Facture {invoice} payée.| Vous ne devez plus rien.| Reçu : {link}",
  },
  invoice_part_paid: {
    subject: "{amount} reçus pour la facture {invoice}",
    text: "{seller} a reçu {amount} pour la facture {invoice}. Il reste {balance} à payer.\n\nReçu : {link}",
    sms: "{seller}: {amount} reçus pour {invoice}.| Reste à payer : {balance}.| Reçu : {link}",
  },
  payment_came_late: {
    subject: "Votre paiement de {amount} a abouti",
    text: "Nous attendions encore des nouvelles de votre paiement de {amount} à {seller} pour {item}. Il a finalement abouti. Ne payez pas une deuxième fois.\n\nReçu : {link}",
    sms: "{seller}: votre paiement de {amount} a abouti.| Ne payez pas deux fois.| Reçu : {link}",
  },
  payment_failed_late: {
    subject: "Votre paiement de {amount} n’a pas abouti",
    text: "Nous attendions encore des nouvelles de votre paiement de {amount} à {seller} pour {item}. Il n’a pas abouti. Rien n’a été débité. Vous pouvez payer de nouveau ici.\n\n{link}",
    sms: "{seller}: votre paiement de {amount} n’a pas abouti.| Rien n’a été débité.| Réessayer : {link}",
  },
  renewal_seven_days: {
    subject: "{plan} se termine dans 7 jours",
    text: "Votre période payée de {plan} chez {seller} se termine le {end}. Pour continuer, payez {amount} avant cette date. La nouvelle période commence à la fin de celle-ci : aucun jour n’est perdu.\n\nPayer ou annuler : {link}",
    sms: "{seller}: {plan} finit le {end}.| Renouveler tôt ne perd aucun jour.| Payer {amount} : {link}",
  },
  renewal_three_days: {
    subject: "{plan} se termine dans 3 jours",
    text: "Votre période payée de {plan} chez {seller} se termine le {end}. Pour continuer, payez {amount}. La nouvelle période commence à la fin de celle-ci : aucun jour n’est perdu.\n\nPayer ou annuler : {link}",
    sms: "{seller}: {plan} finit le {end}, dans 3 jours. Payer {amount} : {link}",
  },
  renewal_one_day: {
    subject: "{plan} se termine demain",
    text: "Votre période payée de {plan} chez {seller} se termine le {end}. Pour continuer, payez {amount}.\n\nPayer ou annuler : {link}",
    sms: "{seller}: {plan} finit demain. Payer {amount} : {link}",
  },
  renewal_end_day: {
    subject: "{plan} se termine aujourd’hui",
    text: "Votre période payée de {plan} chez {seller} se termine le {end}. Payez {amount} aujourd’hui pour continuer.\n\nPayer ou annuler : {link}",
    sms: "{seller}: {plan} finit aujourd’hui. Payer {amount} : {link}",
  },
  renewal_last_grace_day: {
    subject: "Dernier jour pour garder {plan}",
    text: "Votre période payée de {plan} chez {seller} s’est terminée le {end}. Votre accès s’arrête le {access} si vous ne payez pas {amount} avant.\n\nPayer ou annuler : {link}",
    sms: "{seller}: dernier jour pour {plan}.| L’accès s’arrête le {access}.| Payer {amount} : {link}",
  },
  grace_started: {
    subject: "{plan} est terminé. Vous gardez encore l’accès",
    text: "Votre période payée de {plan} chez {seller} s’est terminée le {end}. Vous gardez l’accès jusqu’au {access}. Payez {amount} avant pour continuer.\n\nPayer ou annuler : {link}",
    sms: "{seller}: {plan} est terminé.| Accès jusqu’au {access}.| Payer {amount} : {link}",
  },
  access_ended: {
    subject: "Votre accès à {plan} est terminé",
    text: "Votre accès à {plan} chez {seller} s’est terminé le {end}. Vous pouvez recommencer quand vous voulez, pour {amount}.\n\nRecommencer : {link}",
    sms: "{seller}: votre accès à {plan} est terminé. Recommencer| pour {amount}| : {link}",
  },
  subscription_cancelled: {
    subject: "{plan} est annulé",
    text: "Votre abonnement à {plan} chez {seller} est annulé. Il ne sera pas renouvelé et nous ne vous demanderons plus de payer. Vous gardez l’accès jusqu’au {access}.\n\nPour recommencer : {link}",
    sms: "{seller}: {plan} est annulé.| Accès jusqu’au {access}.| Recommencer : {link}",
  },
  subscription_cancelled_at_once: {
    subject: "{plan} est annulé",
    text: "Votre abonnement à {plan} chez {seller} est annulé. Votre accès est terminé et nous ne vous demanderons plus de payer.\n\nPour recommencer : {link}",
    sms: "{seller}: {plan} est annulé.| Votre accès est terminé.| Recommencer : {link}",
  },
  invoice_sent: {
    subject: "Facture {invoice} de {seller} : {balance}",
    text: "{seller} vous a envoyé la facture {invoice} de {balance}.\n\nLa voir et la payer : {link}",
    sms: "{seller}: facture {invoice}, {balance}.| La voir et la payer :| {link}",
  },
  invoice_sent_due: {
    subject: "Facture {invoice} de {seller} : {balance}",
    text: "{seller} vous a envoyé la facture {invoice} de {balance}. Elle est à payer avant le {due}.\n\nLa voir et la payer : {link}",
    sms: "{seller}: facture {invoice}, {balance}, échéance {due}.| La voir et la payer :| {link}",
  },
  invoice_due_day: {
    subject: "La facture {invoice} est à payer aujourd’hui",
    text: "La facture {invoice} de {seller} est à payer aujourd’hui, {due}. Montant à payer : {balance}.\n\nLa voir et la payer : {link}",
    sms: "{seller}: facture {invoice} à payer aujourd’hui. Payer {balance} : {link}",
  },
  invoice_three_days_late: {
    subject: "La facture {invoice} a 3 jours de retard",
    text: "La facture {invoice} de {seller} était à payer le {due}. Il reste {balance} à payer.\n\nLa voir et la payer : {link}",
    sms: "{seller}: facture {invoice} échue le {due}. Payer {balance} : {link}",
  },
  invoice_seven_days_late: {
    subject: "La facture {invoice} a 7 jours de retard",
    text: "La facture {invoice} de {seller} était à payer le {due}. Il reste {balance} à payer. Si elle contient une erreur, écrivez à {seller}.\n\nLa voir et la payer : {link}",
    sms: "{seller}: facture {invoice} échue le {due}.| 7 jours de retard.| Payer {balance} : {link}",
  },
  refund_done: {
    subject: "{seller} vous a rendu {amount}",
    text: "{seller} vous a rendu {amount} pour {item}. L’argent revient là d’où vous avez payé.\n\nReçu : {link}",
    sms: "{seller}: {amount} vous ont été rendus.| C’était pour {item}.| Reçu : {link}",
  },
  contact_code: {
    subject: "{code} est votre code",
    text: "Votre code est {code}. Tapez-le sur la page de {seller} qui l’a demandé. Il est valable {minutes} minutes. Si vous n’avez pas demandé de code, ne faites rien.",
    sms: "{code} est votre code pour {seller}. Valable {minutes} minutes.| Si vous ne l’avez pas demandé, ne faites rien.",
  },
  manage_link: {
    subject: "Votre lien pour gérer {plan}",
    text: "Ici vous renouvelez ou annulez {plan} et voyez ce que vous avez payé. Qui possède ce lien peut le faire à votre place : ne le transmettez pas.\n\nOuvrir : {link}",
    sms: "{seller} : votre lien pour gérer {plan}.| Ne le transmettez pas :| {link}",
  },
  contact_changed: {
    subject: "Votre contact chez {seller} a été changé",
    text: "Les reçus et rappels de {seller} vont désormais à {destination}. Si c’était vous, ne faites rien. Sinon, annulez ce changement dans les 7 jours :\n\n{link}",
    sms: "{seller} : votre contact est maintenant {destination}.| Pas vous ? Annulez sous 7 jours :| {link}",
  },
  contact_restored: {
    subject: "Un changement de contact a été annulé",
    text: "Des messages de {seller} sur {plan} arrivaient à {destination} parce que quelqu’un avait donné cette adresse. L’abonné a annulé cela, et plus rien à ce sujet n’arrivera ici.",
    sms: "{seller} : l’abonné de {plan} a annulé le changement vers {destination}.| Plus rien n’arrivera ici.",
  },
  payout_sent: {
    subject: "{amount} sont en route vers vous",
    text: "Un reversement de {amount} du portefeuille de {seller} est en route vers {destination}. Si vous ne l’avez pas demandé, changez votre mot de passe et prévenez-nous tout de suite.\n\nLe voir : {link}",
    sms: "{seller}: reversement de {amount} en route vers {destination}.| Le voir :| {link}",
  },
  payout_paid: {
    subject: "{amount} vous ont été reversés",
    text: "Le reversement de {amount} du portefeuille de {seller} est arrivé sur {destination}.\n\nLe voir : {link}",
    sms: "{seller}: reversement de {amount} arrivé sur {destination}.| Le voir :| {link}",
  },
  payout_returned: {
    subject: "Un reversement de {amount} est revenu",
    text: "Le reversement de {amount} vers {destination} n’est pas arrivé. L’argent et les frais sont de nouveau dans le portefeuille de {seller}.\n\nVoir pourquoi : {link}",
    sms: "{seller}: reversement de {amount} revenu dans votre portefeuille.| Voir pourquoi :| {link}",
  },
  plan_changed: {
    subject: "Les frais de {seller} ont changé",
    text: "{seller} a l’offre {plan}. Désormais chaque paiement coûte {fee} et chaque reversement {payoutFee}. L’API est comprise. Ce qui a été payé avant garde ses frais.\n\nPourquoi : {reason}\n\nVotre offre : {link}",
    sms: "{seller}: frais de {fee} par paiement, {payoutFee} par reversement.| Votre offre :| {link}",
  },
  plan_changed_no_api: {
    subject: "Les frais de {seller} ont changé",
    text: "{seller} a l’offre {plan}. Désormais chaque paiement coûte {fee} et chaque reversement {payoutFee}. L’API n’est pas comprise. Ce qui a été payé avant garde ses frais.\n\nPourquoi : {reason}\n\nVotre offre : {link}",
    sms: "{seller}: frais de {fee} par paiement, {payoutFee} par reversement.| Votre offre :| {link}",
  },
};
