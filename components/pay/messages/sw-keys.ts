import type { KeyMessages } from "./words";

export const swKeys: KeyMessages = {
  openYours: "Ulianza malipo mengine ya {amount}.",
  openYoursText: "Bado yanaweza kuidhinishwa. Yaangalie, au subiri yaishe.",
  openYoursLink: "Ona malipo hayo",
  openInvoice: "Malipo mengine ya {amount} kutoka {phone} yanaendelea.",
  openInvoiceCard: "Malipo mengine ya {amount} kwa kadi yanaendelea.",
  openNumber: "Ombi tayari liko kwenye simu hii.",
  openHidden: "Malipo ya hiki tayari yanaidhinishwa.",
  openMine: "Kama ni wewe, idhinisha kwenye simu. Risiti itakuja kama kawaida.",
  openNothing: "Safari hii hakuna aliyeombwa pesa.",
  openWait: "Muda uliobaki wa malipo hayo: {time}. Kisha bonyeza Lipa tena.",
  openWaitSome: "Subiri dakika chache, kisha bonyeza Lipa tena.",
  askedTooOftenTitle: "Simu hii imeombwa mara nyingi mno",
  askedTooOftenText:
    "Hakuna pesa iliyochukuliwa, na simu haiombwi tena kwa sasa. Tumia nambari nyingine au njia nyingine ya kulipa, au jaribu tena baadaye.",
  cardOpeningTitle: "Tunafungua ukurasa wa kadi",
  cardOpeningText: "Inachukua sekunde chache.",
  cardLostTitle: "Ukurasa wa kadi haupatikani",
  cardLostText:
    "Hakuna pesa iliyochukuliwa: kadi hulipa kwenye ukurasa huo tu. Jaribu tena, au lipa kwa njia nyingine.",
  cardReturnedTitle: "Tunaangalia malipo yako",
  cardReturnedText: "Kama ulilipa kwenye ukurasa wa kadi, usilipe tena. Ukurasa huu utasema pesa zikifika.",
  cardReturnedNot: "Hukumaliza huko? Rudi kwenye ukurasa wa kadi",
  cardOverdueText:
    "Kama ulilipa kwenye ukurasa wa kadi, usilipe tena kwa sasa. Tunaendelea kuangalia, na ukurasa huu utasema pesa zikifika.",
  cardOverdueOther: "Hukulipa huko? Jaribu tena au lipa kwa njia nyingine.",
  manageByLink:
    "Unaongeza muda au kusitisha kwa kiungo chako mwenyewe. Hakiko kwenye ukurasa huu, kwa hiyo unaweza kutuma risiti hii.",
  manageSend: "Nitumie kiungo changu",
  manageSent: "Kama kuna simu au barua pepe iliyohifadhiwa, kiungo kinatumwa huko.",
  linkEndedTitle: "Kiungo hiki kimeisha",
  linkEndedText: "Kiungo kipya kilitengenezwa. Tunaweza kukituma kwenye simu au barua pepe iliyohifadhiwa.",
  newLink: "Mtu mwingine ana kiungo hiki?",
  newLinkText: "Tengeneza kipya. Cha zamani kitaisha, hata kwenye ujumbe tuliokwisha kutuma.",
  newLinkButton: "Tengeneza kiungo kipya",
  newLinkDone: "Ukurasa huu una anwani mpya, na kiungo cha zamani kimeisha. Hifadhi hiki.",
  undoTitle: "Mawasiliano yako yamebadilishwa",
  undoChanged: "Tarehe {date} mawasiliano yako kwa {seller} yalibadilishwa kutoka {old} kuwa {now}.",
  undoAdded: "Tarehe {date} {now} iliongezwa kwenye mawasiliano yako kwa {seller}.",
  undoAsk: "Kama si wewe, batilisha. Viungo vyote vya awali vitaisha.",
  undoButton: "Batilisha mabadiliko",
  undoDoneTitle: "Imebatilishwa",
  undoDoneText: "Mawasiliano yako ni kama awali. Viungo vyote vya zamani vimeisha, na kipya kinatumwa kwako.",
  undoOverText:
    "Kimeshatumika, au kina zaidi ya siku 7. Safari hii hakuna kilichobadilishwa. Omba msaada kwa {seller}.",
};
