import type { Templates } from "./en";

export const pt: Templates = {
  receipt_order: {
    subject: "Recibo: {amount} pagos a {seller}",
    text: "{seller} recebeu {amount} por {item}. O número da sua encomenda é {number}.\n\nRecibo: {link}",
    sms: "{seller}: {amount} recebidos por {item}.| Obrigado.| Recibo: {link}",
  },
  receipt_subscription: {
    subject: "Recibo: {amount} pagos a {seller}",
    text: "{seller} recebeu {amount} por {plan}. Está pago até {end}.\n\nRecibo: {link}",
    sms: "{seller}: {amount} recebidos por {plan}.| Pago até {end}.| Recibo: {link}",
  },
  invoice_paid: {
    subject: "A fatura {invoice} está paga",
    text: "{seller} recebeu {amount}. A fatura {invoice} está totalmente paga. Não deve mais nada.\n\nRecibo: {link}",
    sms: "{seller}: {amount} recebidos. Fatura {invoice} paga.| Não deve mais nada.| Recibo: {link}",
  },
  invoice_part_paid: {
    subject: "{amount} recebidos para a fatura {invoice}",
    text: "{seller} recebeu {amount} para a fatura {invoice}. Falta pagar {balance}.\n\nRecibo: {link}",
    sms: "{seller}: {amount} recebidos para {invoice}.| Falta pagar {balance}.| Recibo: {link}",
  },
  payment_came_late: {
    subject: "O seu pagamento de {amount} foi concluído",
    text: "Ainda esperávamos notícias do seu pagamento de {amount} a {seller} por {item}. Afinal foi concluído. Não pague outra vez.\n\nRecibo: {link}",
    sms: "{seller}: o seu pagamento de {amount} foi concluído.| Não pague outra vez.| Recibo: {link}",
  },
  payment_failed_late: {
    subject: "O seu pagamento de {amount} não passou",
    text: "Ainda esperávamos notícias do seu pagamento de {amount} a {seller} por {item}. Não passou. Nada foi cobrado. Pode pagar de novo aqui.\n\n{link}",
    sms: "{seller}: o seu pagamento de {amount} não passou.| Nada foi cobrado.| Tente de novo: {link}",
  },
  renewal_seven_days: {
    subject: "{plan} acaba dentro de 7 dias",
    text: "O seu tempo pago de {plan} em {seller} acaba em {end}. Para continuar, pague {amount} antes dessa data. O novo período começa quando este acaba: não se perde nenhum dia.\n\nPagar ou cancelar: {link}",
    sms: "{seller}: {plan} acaba a {end}.| Se renovar já, não perde dias.| Pague {amount}: {link}",
  },
  renewal_three_days: {
    subject: "{plan} acaba dentro de 3 dias",
    text: "O seu tempo pago de {plan} em {seller} acaba em {end}. Para continuar, pague {amount}. O novo período começa quando este acaba: não se perde nenhum dia.\n\nPagar ou cancelar: {link}",
    sms: "{seller}: {plan} acaba a {end}, dentro de 3 dias. Pague {amount}: {link}",
  },
  renewal_one_day: {
    subject: "{plan} acaba amanhã",
    text: "O seu tempo pago de {plan} em {seller} acaba em {end}. Para continuar, pague {amount}.\n\nPagar ou cancelar: {link}",
    sms: "{seller}: {plan} acaba amanhã. Pague {amount}: {link}",
  },
  renewal_end_day: {
    subject: "{plan} acaba hoje",
    text: "O seu tempo pago de {plan} em {seller} acaba em {end}. Pague {amount} hoje para continuar.\n\nPagar ou cancelar: {link}",
    sms: "{seller}: {plan} acaba hoje. Pague {amount}: {link}",
  },
  renewal_last_grace_day: {
    subject: "Último dia para manter {plan}",
    text: "O seu tempo pago de {plan} em {seller} acabou em {end}. O seu acesso termina em {access} se não pagar {amount} antes.\n\nPagar ou cancelar: {link}",
    sms: "{seller}: último dia de {plan}.| O acesso termina a {access}.| Pague {amount}: {link}",
  },
  grace_started: {
    subject: "{plan} acabou. Ainda tem acesso",
    text: "O seu tempo pago de {plan} em {seller} acabou em {end}. Ainda tem acesso até {access}. Pague {amount} antes disso para continuar.\n\nPagar ou cancelar: {link}",
    sms: "{seller}: {plan} acabou.| Tem acesso até {access}.| Pague {amount}: {link}",
  },
  access_ended: {
    subject: "O seu acesso a {plan} terminou",
    text: "O seu acesso a {plan} em {seller} terminou em {end}. Pode começar de novo quando quiser, por {amount}.\n\nComeçar de novo: {link}",
    sms: "{seller}: o seu acesso a {plan} terminou. Comece de novo| por {amount}|: {link}",
  },
  subscription_cancelled: {
    subject: "{plan}: assinatura cancelada",
    text: "A sua assinatura de {plan} em {seller} está cancelada. Não será renovada e não lhe pediremos mais pagamentos. Mantém o acesso até {access}.\n\nPara começar de novo: {link}",
    sms: "{seller}: {plan} cancelado.| Acesso até {access}.| Começar de novo: {link}",
  },
  subscription_cancelled_at_once: {
    subject: "{plan}: assinatura cancelada",
    text: "A sua assinatura de {plan} em {seller} está cancelada. O seu acesso terminou e não lhe pediremos mais pagamentos.\n\nPara começar de novo: {link}",
    sms: "{seller}: {plan} cancelado.| O seu acesso terminou.| Começar de novo: {link}",
  },
  invoice_sent: {
    subject: "Fatura {invoice} de {seller}: {balance}",
    text: "{seller} enviou-lhe a fatura {invoice} de {balance}.\n\nVer e pagar: {link}",
    sms: "{seller}: fatura {invoice}, {balance}.| Ver e pagar aqui:| {link}",
  },
  invoice_sent_due: {
    subject: "Fatura {invoice} de {seller}: {balance}",
    text: "{seller} enviou-lhe a fatura {invoice} de {balance}. Vence em {due}.\n\nVer e pagar: {link}",
    sms: "{seller}: fatura {invoice}, {balance}, vence a {due}.| Ver e pagar aqui:| {link}",
  },
  invoice_due_day: {
    subject: "A fatura {invoice} vence hoje",
    text: "A fatura {invoice} de {seller} vence hoje, {due}. Falta pagar {balance}.\n\nVer e pagar: {link}",
    sms: "{seller}: a fatura {invoice} vence hoje. Pague {balance}: {link}",
  },
  invoice_three_days_late: {
    subject: "A fatura {invoice} está 3 dias atrasada",
    text: "A fatura {invoice} de {seller} venceu em {due}. Falta pagar {balance}.\n\nVer e pagar: {link}",
    sms: "{seller}: a fatura {invoice} venceu a {due}. Pague {balance}: {link}",
  },
  invoice_seven_days_late: {
    subject: "A fatura {invoice} está 7 dias atrasada",
    text: "A fatura {invoice} de {seller} venceu em {due}. Falta pagar {balance}. Se há algum erro nela, fale com {seller}.\n\nVer e pagar: {link}",
    sms: "{seller}: a fatura {invoice} venceu a {due}.| Está 7 dias atrasada.| Pague {balance}: {link}",
  },
  refund_done: {
    subject: "{seller} devolveu-lhe {amount}",
    text: "{seller} devolveu-lhe {amount} por {item}. O dinheiro volta para onde pagou.\n\nRecibo: {link}",
    sms: "{seller}: {amount} devolvidos a si.| Era por {item}.| Recibo: {link}",
  },
  contact_code: {
    subject: "{code} é o seu código",
    text: "O seu código é {code}. Escreva-o na página de {seller} que o pediu. Vale {minutes} minutos. Se não pediu um código, não faça nada.",
    sms: "{code} é o seu código para {seller}. Vale {minutes} minutos.| Se não o pediu, não faça nada.",
  },
  manage_link: {
    subject: "O seu link para gerir {plan}",
    text: "Aqui renova ou cancela {plan} e vê o que pagou. Quem tiver este link pode fazê-lo por si: não o reenvie.\n\nAbrir: {link}",
    sms: "{seller}: o seu link para gerir {plan}.| Não o reenvie:| {link}",
  },
  contact_changed: {
    subject: "O seu contacto em {seller} foi alterado",
    text: "Os recibos e lembretes de {seller} vão agora para {destination}. Se foi você, não faça nada. Se não foi, desfaça a alteração dentro de 7 dias:\n\n{link}",
    sms: "{seller}: o seu contacto é agora {destination}.| Não foi você? Desfaça em 7 dias:| {link}",
  },
  contact_restored: {
    subject: "Uma alteração de contacto foi desfeita",
    text: "Mensagens de {seller} sobre {plan} chegavam a {destination} porque alguém deu esse endereço. O assinante desfez isso, e nada mais sobre isso chega aqui.",
    sms: "{seller}: o assinante de {plan} desfez a alteração para {destination}.| Nada mais chega aqui.",
  },
  payout_sent: {
    subject: "{amount} vão a caminho",
    text: "Um levantamento de {amount} da carteira de {seller} vai a caminho de {destination}. Se não o pediu, mude a sua palavra-passe e avise-nos já.\n\nVer: {link}",
    sms: "{seller}: levantamento de {amount} a caminho de {destination}.| Ver:| {link}",
  },
  payout_paid: {
    subject: "{amount} foram pagos",
    text: "O levantamento de {amount} da carteira de {seller} chegou a {destination}.\n\nVer: {link}",
    sms: "{seller}: levantamento de {amount} chegou a {destination}.| Ver:| {link}",
  },
  payout_returned: {
    subject: "Um levantamento de {amount} voltou",
    text: "O levantamento de {amount} para {destination} não chegou. O dinheiro e a taxa estão de novo na carteira de {seller}.\n\nVer porquê: {link}",
    sms: "{seller}: o levantamento de {amount} voltou à sua carteira.| Ver porquê:| {link}",
  },
  plan_changed: {
    subject: "As taxas de {seller} mudaram",
    text: "{seller} tem o plano {plan}. A partir de agora cada pagamento custa {fee} e cada levantamento {payoutFee}. A API está incluída. O que já foi pago mantém a sua taxa.\n\nPorquê: {reason}\n\nO seu plano: {link}",
    sms: "{seller}: taxas de {fee} por pagamento, {payoutFee} por levantamento.| O seu plano:| {link}",
  },
  plan_changed_no_api: {
    subject: "As taxas de {seller} mudaram",
    text: "{seller} tem o plano {plan}. A partir de agora cada pagamento custa {fee} e cada levantamento {payoutFee}. A API não está incluída. O que já foi pago mantém a sua taxa.\n\nPorquê: {reason}\n\nO seu plano: {link}",
    sms: "{seller}: taxas de {fee} por pagamento, {payoutFee} por levantamento.| O seu plano:| {link}",
  },
};
