import type { Templates } from "./en";

export const sw: Templates = {
  receipt_order: {
    subject: "Risiti: {amount} kwa {seller}",
    text: "{seller} imepokea {amount} kwa ajili ya {item}. Nambari ya oda yako ni {number}.\n\nRisiti: {link}",
    sms: "{seller}: {amount} imepokelewa kwa {item}.| Asante.| Risiti: {link}",
  },
  receipt_subscription: {
    subject: "Risiti: {amount} kwa {seller}",
    text: "{seller} imepokea {amount} kwa ajili ya {plan}. Umelipiwa hadi {end}.\n\nRisiti: {link}",
    sms: "{seller}: {amount} imepokelewa kwa {plan}.| Umelipiwa hadi {end}.| Risiti: {link}",
  },
  invoice_paid: {
    subject: "Ankara {invoice} imelipwa",
    text: "{seller} imepokea {amount}. Ankara {invoice} imelipwa yote. Hudaiwi tena.\n\nRisiti: {link}",
    sms: "{seller}: {amount} imepokelewa. Ankara {invoice} imelipwa.| Hudaiwi tena.| Risiti: {link}",
  },
  invoice_part_paid: {
    subject: "{amount} imepokelewa kwa ankara {invoice}",
    text: "{seller} imepokea {amount} kwa ankara {invoice}. Bado kulipwa: {balance}.\n\nRisiti: {link}",
    sms: "{seller}: {amount} imepokelewa kwa {invoice}.| Bado: {balance}.| Risiti: {link}",
  },
  payment_came_late: {
    subject: "Malipo yako ya {amount} yamefanikiwa",
    text: "Tulikuwa tunasubiri jibu la malipo yako ya {amount} kwa {seller} kwa ajili ya {item}. Yamefanikiwa. Usilipe tena.\n\nRisiti: {link}",
    sms: "{seller}: malipo yako ya {amount} yamefanikiwa.| Usilipe tena.| Risiti: {link}",
  },
  payment_failed_late: {
    subject: "Malipo yako ya {amount} hayakufanikiwa",
    text: "Tulikuwa tunasubiri jibu la malipo yako ya {amount} kwa {seller} kwa ajili ya {item}. Hayakufanikiwa. Hujatozwa chochote. Unaweza kulipa tena hapa.\n\n{link}",
    sms: "{seller}: malipo yako ya {amount} hayakufanikiwa.| Hujatozwa.| Jaribu tena: {link}",
  },
  renewal_seven_days: {
    subject: "{plan} inaisha baada ya siku 7",
    text: "Muda uliolipia wa {plan} kwa {seller} unaisha {end}. Ili kuendelea, lipa {amount} kabla ya hapo. Kipindi kipya huanza hiki kikiisha, kwa hiyo hakuna siku inayopotea.\n\nLipa au sitisha: {link}",
    sms: "{seller}: {plan} inaisha {end}.| Ukilipa sasa hupotezi siku.| Lipa {amount}: {link}",
  },
  renewal_three_days: {
    subject: "{plan} inaisha baada ya siku 3",
    text: "Muda uliolipia wa {plan} kwa {seller} unaisha {end}. Ili kuendelea, lipa {amount}. Kipindi kipya huanza hiki kikiisha, kwa hiyo hakuna siku inayopotea.\n\nLipa au sitisha: {link}",
    sms: "{seller}: {plan} inaisha {end}, siku 3 zijazo. Lipa {amount}: {link}",
  },
  renewal_one_day: {
    subject: "{plan} inaisha kesho",
    text: "Muda uliolipia wa {plan} kwa {seller} unaisha {end}. Ili kuendelea, lipa {amount}.\n\nLipa au sitisha: {link}",
    sms: "{seller}: {plan} inaisha kesho. Lipa {amount}: {link}",
  },
  renewal_end_day: {
    subject: "{plan} inaisha leo",
    text: "Muda uliolipia wa {plan} kwa {seller} unaisha {end}. Lipa {amount} leo ili kuendelea.\n\nLipa au sitisha: {link}",
    sms: "{seller}: {plan} inaisha leo. Lipa {amount}: {link}",
  },
  renewal_last_grace_day: {
    subject: "Siku ya mwisho ya {plan}",
    text: "Muda uliolipia wa {plan} kwa {seller} uliisha {end}. Ruhusa yako ya kutumia inaisha {access} usipolipa {amount} kabla ya hapo.\n\nLipa au sitisha: {link}",
    sms: "{seller}: siku ya mwisho ya {plan}.| Mwisho wa kutumia {access}.| Lipa {amount}: {link}",
  },
  grace_started: {
    subject: "{plan} imeisha. Bado unaweza kutumia",
    text: "Muda uliolipia wa {plan} kwa {seller} uliisha {end}. Bado unaweza kutumia hadi {access}. Lipa {amount} kabla ya hapo ili kuendelea.\n\nLipa au sitisha: {link}",
    sms: "{seller}: {plan} imeisha.| Unaweza kutumia hadi {access}.| Lipa {amount}: {link}",
  },
  access_ended: {
    subject: "Ruhusa yako ya kutumia {plan} imeisha",
    text: "Ruhusa yako ya kutumia {plan} kwa {seller} iliisha {end}. Unaweza kuanza tena wakati wowote kwa {amount}.\n\nAnza tena: {link}",
    sms: "{seller}: ruhusa yako ya {plan} imeisha. Anza tena| kwa {amount}|: {link}",
  },
  subscription_cancelled: {
    subject: "{plan} imesitishwa",
    text: "Usajili wako wa {plan} kwa {seller} umesitishwa. Hautaendelea, na hatutakuomba ulipe tena. Unaweza kutumia hadi {access}.\n\nKuanza tena: {link}",
    sms: "{seller}: {plan} imesitishwa.| Unaweza kutumia hadi {access}.| Anza tena: {link}",
  },
  subscription_cancelled_at_once: {
    subject: "{plan} imesitishwa",
    text: "Usajili wako wa {plan} kwa {seller} umesitishwa. Ruhusa yako ya kutumia imeisha, na hatutakuomba ulipe tena.\n\nKuanza tena: {link}",
    sms: "{seller}: {plan} imesitishwa.| Ruhusa ya kutumia imeisha.| Anza tena: {link}",
  },
  invoice_sent: {
    subject: "Ankara {invoice} kutoka {seller}: {balance}",
    text: "{seller} imekutumia ankara {invoice} ya {balance}.\n\nIone na uilipe: {link}",
    sms: "{seller}: ankara {invoice}, {balance}.| Ione na uilipe hapa:| {link}",
  },
  invoice_sent_due: {
    subject: "Ankara {invoice} kutoka {seller}: {balance}",
    text: "{seller} imekutumia ankara {invoice} ya {balance}. Ilipwe kabla ya {due} kuisha.\n\nIone na uilipe: {link}",
    sms: "{seller}: ankara {invoice}, {balance}, mwisho {due}.| Ione na uilipe hapa:| {link}",
  },
  invoice_due_day: {
    subject: "Leo ni siku ya kulipa ankara {invoice}",
    text: "Ankara {invoice} ya {seller} inapaswa kulipwa leo, {due}. Kiasi cha kulipa: {balance}.\n\nIone na uilipe: {link}",
    sms: "{seller}: ankara {invoice} ilipwe leo. Lipa {balance}: {link}",
  },
  invoice_three_days_late: {
    subject: "Ankara {invoice} imechelewa siku 3",
    text: "Ankara {invoice} ya {seller} ilipaswa kulipwa {due}. Bado kulipwa: {balance}.\n\nIone na uilipe: {link}",
    sms: "{seller}: ankara {invoice} ilikuwa ya {due}. Lipa {balance}: {link}",
  },
  invoice_seven_days_late: {
    subject: "Ankara {invoice} imechelewa siku 7",
    text: "Ankara {invoice} ya {seller} ilipaswa kulipwa {due}. Bado kulipwa: {balance}. Kama ina kosa, wasiliana na {seller}.\n\nIone na uilipe: {link}",
    sms: "{seller}: ankara {invoice} ilikuwa ya {due}.| Imechelewa siku 7.| Lipa {balance}: {link}",
  },
  refund_done: {
    subject: "{seller} imekurudishia {amount}",
    text: "{seller} imekurudishia {amount} za {item}. Pesa zinarudi kule ulikolipia.\n\nRisiti: {link}",
    sms: "{seller}: umerudishiwa {amount}.| Ni za {item}.| Risiti: {link}",
  },
  contact_code: {
    subject: "{code} ni nambari yako",
    text: "Nambari yako ya uthibitisho ni {code}. Iandike kwenye ukurasa wa {seller} ulioiomba. Inatumika kwa dakika {minutes}. Kama hukuiomba, usifanye chochote.",
    sms: "{code} ni nambari yako ya {seller}. Inatumika kwa dakika {minutes}.| Kama hukuiomba, usifanye chochote.",
  },
  manage_link: {
    subject: "Kiungo chako cha kusimamia {plan}",
    text: "Hapa unaongeza muda wa {plan} au kuisitisha, na kuona ulicholipa. Mwenye kiungo hiki anaweza kufanya hivyo badala yako, kwa hiyo usimtumie mtu.\n\nKifungue: {link}",
    sms: "{seller}: kiungo chako cha kusimamia {plan}.| Usimtumie mtu:| {link}",
  },
  contact_changed: {
    subject: "Mawasiliano yako kwa {seller} yamebadilishwa",
    text: "Risiti na vikumbusho vya {seller} sasa vinakwenda {destination}. Kama ni wewe uliyebadilisha, usifanye chochote. Kama si wewe, batilisha ndani ya siku 7:\n\n{link}",
    sms: "{seller}: mawasiliano yako sasa ni {destination}.| Si wewe? Batilisha ndani ya siku 7:| {link}",
  },
  contact_restored: {
    subject: "Mabadiliko ya mawasiliano yamebatilishwa",
    text: "Ujumbe wa {seller} kuhusu {plan} ulikuja {destination} kwa sababu mtu alitoa anwani hiyo. Mteja amebatilisha, na hakuna kingine kitakachokuja hapa.",
    sms: "{seller}: mteja wa {plan} amebatilisha mabadiliko kwenda {destination}.| Hakuna kingine kitakachokuja hapa.",
  },
  payout_sent: {
    subject: "{amount} ziko njiani kwako",
    text: "{amount} kutoka pochi ya {seller} ziko njiani kwenda {destination}. Kama hukuomba, badilisha nywila yako na utuambie mara moja.\n\nZione: {link}",
    sms: "{seller}: {amount} ziko njiani kwenda {destination}.| Zione:| {link}",
  },
  payout_paid: {
    subject: "{amount} zimekufikia",
    text: "{amount} kutoka pochi ya {seller} zimefika {destination}.\n\nZione: {link}",
    sms: "{seller}: {amount} zimefika {destination}.| Zione:| {link}",
  },
  payout_returned: {
    subject: "{amount} zimerudi",
    text: "{amount} zilizotumwa {destination} hazikufika. Pesa hizo na ada yake zimerudi kwenye pochi ya {seller}.\n\nOna sababu: {link}",
    sms: "{seller}: {amount} zimerudi kwenye pochi yako.| Ona sababu:| {link}",
  },
  plan_changed: {
    subject: "Ada za {seller} zimebadilika",
    text: "{seller} iko kwenye mpango {plan}. Kuanzia sasa ada ya kila malipo ni {fee} na ya kila utoaji ni {payoutFee}. API imejumuishwa. Malipo ya awali yanabaki na ada yake.\n\nSababu: {reason}\n\nMpango wako: {link}",
    sms: "{seller}: ada ni {fee} ya malipo, {payoutFee} ya utoaji.| Mpango wako:| {link}",
  },
  plan_changed_no_api: {
    subject: "Ada za {seller} zimebadilika",
    text: "{seller} iko kwenye mpango {plan}. Kuanzia sasa ada ya kila malipo ni {fee} na ya kila utoaji ni {payoutFee}. API haijajumuishwa. Malipo ya awali yanabaki na ada yake.\n\nSababu: {reason}\n\nMpango wako: {link}",
    sms: "{seller}: ada ni {fee} ya malipo, {payoutFee} ya utoaji.| Mpango wako:| {link}",
  },
};
