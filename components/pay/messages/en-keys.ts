/** The words of keys and of who may know what: an open payment of somebody else, the card page, a subscriber's own link. */
export const enKeys = {
  openYours: "You began another payment of {amount}.",
  openYoursText: "It may still be approved. See it, or wait until it is over.",
  openYoursLink: "See that payment",
  openInvoice: "Another payment of {amount} from {phone} is open.",
  openInvoiceCard: "Another payment of {amount} by card is open.",
  openNumber: "A request is on this phone already.",
  openHidden: "A payment for this is being approved already.",
  openMine: "If it is yours, approve it on the phone. The receipt comes as usual.",
  openNothing: "This press asked nobody for money.",
  openWait: "Time left for it: {time}. Then press Pay again.",
  openWaitSome: "Wait a few minutes, then press Pay again.",
  askedTooOftenTitle: "This phone was asked too often",
  askedTooOftenText:
    "Nothing has been taken, and the phone is not asked again now. Use another number or another way to pay, or try again later.",
  cardOpeningTitle: "We are opening the card page",
  cardOpeningText: "This takes a few seconds.",
  cardLostTitle: "We could not reach the card page",
  cardLostText: "Nothing has been taken: a card pays on that page only. Try again, or pay another way.",
  cardReturnedTitle: "We are checking your payment",
  cardReturnedText:
    "If you paid on the card page, do not pay again. This page says when the money has arrived.",
  cardReturnedNot: "Did not finish there? Go back to the card page",
  cardOverdueText:
    "If you paid on the card page, do not pay again yet. We keep checking, and this page will say when the money has arrived.",
  cardOverdueOther: "Did not pay there? Try again or pay another way.",
  manageByLink:
    "You renew or cancel by a link of your own. It is not on this page, so you can send the receipt on.",
  manageSend: "Send me my link",
  manageSent: "If a phone or e-mail is on file, the link is on its way to it.",
  linkEndedTitle: "This link has ended",
  linkEndedText: "A newer one was made. We can send it to the phone or e-mail on file.",
  newLink: "Does somebody else have this link?",
  newLinkText: "Make a new one. The old one ends, also in messages that we sent.",
  newLinkButton: "Make a new link",
  newLinkDone: "This page has a new address, and the old link has ended. Keep this one.",
  undoTitle: "Your contact was changed",
  undoChanged: "On {date} your contact at {seller} was changed from {old} to {now}.",
  undoAdded: "On {date} {now} was added to your contacts at {seller}.",
  undoAsk: "If it was not you, take it back. All links that were made before then end.",
  undoButton: "Take it back",
  undoDoneTitle: "Taken back",
  undoDoneText:
    "Your contact is as it was before. All earlier links have ended, and a new one is on its way to you.",
  undoOverText:
    "It was used already, or it is older than 7 days. Nothing was changed this time. Ask {seller} for help.",
} as const;
