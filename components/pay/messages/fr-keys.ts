import type { KeyMessages } from "./words";

export const frKeys: KeyMessages = {
  openYours: "Vous avez commencé un autre paiement de {amount}.",
  openYoursText: "Il peut encore être validé. Regardez-le, ou attendez qu’il soit terminé.",
  openYoursLink: "Voir ce paiement",
  openInvoice: "Un autre paiement de {amount} depuis le {phone} est en cours.",
  openInvoiceCard: "Un autre paiement de {amount} par carte est en cours.",
  openNumber: "Une demande est déjà sur ce téléphone.",
  openHidden: "Un paiement pour ceci est déjà en cours de validation.",
  openMine: "Si c’est vous, validez sur le téléphone. Le reçu arrive comme d’habitude.",
  openNothing: "Cette fois, rien n’a été demandé à personne.",
  openWait: "Temps restant pour ce paiement : {time}. Ensuite, appuyez de nouveau sur Payer.",
  openWaitSome: "Attendez quelques minutes, puis appuyez de nouveau sur Payer.",
  askedTooOftenTitle: "Ce téléphone a reçu trop de demandes",
  askedTooOftenText:
    "Rien n’a été prélevé, et ce téléphone ne reçoit plus de demande pour le moment. Utilisez un autre numéro ou un autre moyen de payer, ou réessayez plus tard.",
  cardOpeningTitle: "Nous ouvrons la page de la carte",
  cardOpeningText: "Cela prend quelques secondes.",
  cardLostTitle: "La page de la carte ne répond pas",
  cardLostText: "Rien n’a été prélevé : une carte ne paie que sur cette page. Réessayez, ou payez autrement.",
  cardReturnedTitle: "Nous vérifions votre paiement",
  cardReturnedText:
    "Si vous avez payé sur la page de la carte, ne payez pas à nouveau. Cette page dira quand l’argent sera arrivé.",
  cardReturnedNot: "Pas terminé là-bas ? Retourner à la page de la carte",
  cardOverdueText:
    "Si vous avez payé sur la page de la carte, ne payez pas encore à nouveau. Nous continuons de vérifier, et cette page dira quand l’argent sera arrivé.",
  cardOverdueOther: "Vous n’y avez pas payé ? Réessayez ou payez autrement.",
  manageByLink:
    "Vous renouvelez ou annulez par un lien à vous. Il n’est pas sur cette page : vous pouvez donc transmettre le reçu.",
  manageSend: "M’envoyer mon lien",
  manageSent: "Si un téléphone ou un e-mail est enregistré, le lien y est envoyé.",
  linkEndedTitle: "Ce lien n’est plus valable",
  linkEndedText:
    "Un lien plus récent a été créé. Nous pouvons l’envoyer au téléphone ou à l’e-mail enregistré.",
  newLink: "Quelqu’un d’autre a ce lien ?",
  newLinkText: "Créez-en un nouveau. L’ancien ne marche plus, même dans les messages déjà envoyés.",
  newLinkButton: "Créer un nouveau lien",
  newLinkDone: "Cette page a une nouvelle adresse et l’ancien lien ne marche plus. Gardez celle-ci.",
  undoTitle: "Votre contact a été changé",
  undoChanged: "Le {date}, votre contact chez {seller} est passé de {old} à {now}.",
  undoAdded: "Le {date}, {now} a été ajouté à vos contacts chez {seller}.",
  undoAsk: "Si ce n’était pas vous, annulez ce changement. Tous les liens créés avant ne marcheront plus.",
  undoButton: "Annuler ce changement",
  undoDoneTitle: "Changement annulé",
  undoDoneText:
    "Votre contact est comme avant. Tous les anciens liens ont pris fin, et un nouveau vous est envoyé.",
  undoOverText:
    "Il a déjà servi, ou il a plus de 7 jours. Cette fois, rien n’a été changé. Demandez de l’aide à {seller}.",
};
