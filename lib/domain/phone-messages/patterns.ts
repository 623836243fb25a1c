/** What a message tells, and what it does to the account: 1n money came, -1n money left, 0n nothing moved. */
export const signOf = {
  received: 1n,
  /** Cash of the seller's own. */
  deposit: 1n,
  ...{ loan: 1n, savings_in: 1n },
  /** A payment of theirs was undone. */
  returned: 1n,
  ...{ sent: -1n, paid: -1n, withdrawn: -1n, airtime: -1n, savings_out: -1n, loan_back: -1n },
  /** A payment to them was undone. */
  taken_back: -1n,
  charge: -1n,
  ...{ balance: 0n, failed: 0n },
  /** Talking time came, which is no money. */
  airtime_in: 0n,
};
export type MessageKind = keyof typeof signOf;

export interface Pattern {
  kind: MessageKind;
  shape: string;
}

/**
 * By the code of the network: on each line a kind and a shape, which `shape.ts` explains. The first that fits is taken. Where
 * each is from: docs/phone-messages.md.
 */
export const patterns: Record<string, readonly Pattern[]> = {
  mpesa_ke: rows(`
    received [Congratulations! ]{code} confirmed. You have received {amount} from {name} [{phone}] on {dmy}. New M-PESA balance is {balance}
    received {code} confirmed. on {dmy} {amount} received from [{phone}] {name}. New Account balance is {balance}
    received {code} Imethibitishwa. Umepokea {amount} kutoka [kwa ]{name} [{phone}] mnamo {dmy}. (Baki yako ya M-PESA ni|Salio jipya la M-PESA ni) {balance}
    deposit {code} confirmed. on {dmy} Give {amount} cash to {name} New M-PESA balance is {balance}
    paid {code} confirmed. {amount} sent to {name} for account {some} on {dmy}. New M-PESA balance is {balance}. Transaction cost {fee}
    paid {code} confirmed. {amount} paid to {name} on {dmy}. New M-PESA balance is {balance}. Transaction cost {fee}
    paid {code} Imethibitishwa. Umelipa {amount} kwa {name} {dmy}. Baki yako mpya katika M-PESA ni {balance}. Gharama ya kununua ni {fee}
    sent {code} confirmed. {amount} sent to {name} [{phone}] on {dmy}. New M-PESA balance is {balance}. Transaction cost {fee}
    sent {code} Imethibitishwa {amount} imetumwa kwa {name} [{phone}] tarehe {dmy}. Baki yako ya M-PESA ni {balance}. Gharama ya kutuma ni {fee}
    withdrawn {code} confirmed. on {dmy} Withdraw {amount} from {name} New M-PESA balance is {balance}. Transaction cost {fee}
    airtime {code} confirmed. You bought {amount} of airtime [for {phone} ]on {dmy}. New M-PESA balance is {balance}[. Transaction cost {fee}]
    airtime {code} [Imethibitishwa. ]Umenunua {amount} ya mjazo siku {dmy}. Baki mpya ya M-PESA ni {balance}
    returned {code} confirmed. Reversal of transaction {any} has been successfully reversed on {dmy} and {amount} is credited to your M-PESA account. New M-PESA account balance is {balance}
    # The number of the payment that is taken back is kept as its reference.
    taken_back {code} confirmed. Reversal of transaction {word} has been successfully reversed on {dmy} and {amount} is debited from your M-PESA account. New M-PESA account balance is {balance}
    # What it lends is told by itself, under the code of the payment that it was for. Its charge is owed, not taken.
    loan {code} confirmed. Fuliza M-PESA amount is {amount}. (Access Fee|Interest) charged {money}
    loan_back {code} confirmed. {amount} from your M-PESA has been used to (fully|partially) pay your outstanding Fuliza M-PESA. [Your ]available Fuliza M-PESA limit is {money}. [Your ]M-PESA balance is {balance}
    savings_out {code} confirmed. {amount} transferred to M-Shwari account on {dmy}. M-PESA balance is {balance}
    savings_in {code} confirmed. You have transferred {amount} from your M-Shwari account on {dmy}. M-Shwari balance is {money}. M-PESA balance is {balance}
    balance {code} confirmed. Your M-PESA balance was {balance} on {dmy}
    balance {code} confirmed. Your account balance was M-PESA Account {balance}. …on {dmy}
    balance [{code} Imethibitishwa. ]Baki yako ni Akaunti ya M-PESA {balance}. Tarehe {dmy}
    failed Failed.
    failed Hakuna pesa za kutosha katika akaunti yako
    failed Umekataa kuidhinisha amali
  `),
  mpesa_tz: rows(`
    received {code} confirmed. You have received [a payment of ]{amount} from {name} on {dmy}. New M-PESA balance is {balance}
    received {code} confirmed. On {dmy} {amount} has been received from {phone} - {name}. Your balance is {balance}
    # The balance is that of another account, which takes payments at a till.
    received {code} confirmed. {amount} received from {phone} - {name} on {dmy}. New Pochi {some} balance is {money}
    received {code} imethibitishwa. Umepokea {amount} kutoka {some}, Akaunti {any} - {name} tarehe {dmy}
    withdrawn {code} confirmed. On {dmy} Withdraw {amount} from {name} Total fee {fee} {some}. Balance is {balance}
    paid {code} confirmed. {amount} sent to business {name} on {dmy}. New M-PESA balance is {balance}
    paid {code} confirmed. {amount} sent to {name} for account {some} on {dmy} Total fee {fee} {some}. Balance is {balance}
    paid {code} confirmed. {amount} paid to {name} on {dmy} and charged {fee}. New M-PESA balance is {balance}
    # What left is told twice: with the balance, and who has it now.
    sent {code} confirmed. {name} has received {amount} on {iso}
    loan_back {code} confirmed. {amount} has been deducted from your M-PESA account on {dmy} as a repayment of M-PESA Overdraft service. New M-PESA balance is {balance}
  `),
  mpesa_mz: rows(`
    received Confirmado {code}. Recebeste {amount} de [{phone} - ]{name} aos {dmy}. [O ][teu ]novo saldo M-PESA e de {balance}
    received Confirmed {code}. We have registered the amount of {amount} with the reference {word}
    deposit Confirmado {code}. Depositaste o valor de {amount} no agente {name} aos {dmy}. O teu novo saldo M-PESA e de {balance}
    sent Confirmado {code}. Transferiste {amount} e a taxa foi de {fee} para [{phone} - ]{name} aos {dmy}. O teu novo saldo M-PESA e de {balance}
    paid Confirmado {code}. Registamos uma operacao de compra no valor de {amount} e a taxa foi de {fee} na entidade {name} com referencia {reference}aos {dmy}. O teu novo saldo M-PESA e de {balance}
    withdrawn Confirmado {code}. Aos {dmy} levantaste {amount} no agente {name}. O novo saldo M-PESA e de {balance} e a taxa foi de {fee}
    failed Falhou.
  `),
  airtel_ke: rows(`
    airtime_in Trans. ID {code} You have received Airtime of {amount}
    received Trans. ID {code} You have received {amount} from {name}. Your available balance is {balance}
    sent Trans. ID {code} You have sent {amount} to {name}. Your available balance is {balance}
    failed The amount you are trying to transfer is less than the minimum
  `),
  airtel_ug: rows(`
    received RECEIVED. TID {code} {amount} from {phone} reference {word}. Bal {balance}
    received RECEIVED. TID {code}. {amount} from {phone}, {name}. Bal {balance}
    received You have received {amount} from {phone}, {name}. Your Balance is {balance}. Trans ID {code}
    deposit CASH DEPOSIT of {amount} from {name}. Bal {balance}. TID {code}[. {dmonthy}]
    deposit CASH DEPOSIT of {amount} (from|with) {name}. Balance {balance}. Trans ID {code}. Date {dmonthy}
    sent SENT.TID {code}. {amount} to {name} {phone}. Fee {fee}. Bal {balance}. Date {dmonthy}
    sent SENT {amount} to {name} [on] {phone}. Fee {fee}. Bal {balance}. (Trans ID|TID) {code}
    sent You have sent {amount} to {name}. Date {dmonthy}, Your Balance is {balance}. Txn Id {code}
    withdrawn WITHDRAWN. TID {code}. {amount} with Agent ID {any}. Fee {fee}. Tax {tax}. Bal {balance}. {dmonthy}
    withdrawn WITHDRAWN. TID {code}. {amount} with Agent ID {any}. Fee {fee}. Bal {balance}. {dmonthy}. Tax {tax}
    withdrawn Cash withdrawal of {amount} with Agent ID {any}. Charge {fee}. Bal {balance}. TID {code}. Date {dmonthy}. Tax {tax}
    paid PAID.TID {code}. {amount} to {name} Charge {fee}. Bal {balance}. {dmonthy}
    paid PAID {amount} to {name} Charge {fee}, TID {code}. Bal {balance} Date {dmonthy}
    loan Success! Quickloan {amount} deposited into your Airtel money account. …TID {code}
    airtime_in You have received Airtime Topup of {amount} from
    failed FAILED. TID {code}
    failed Withdrawal of {amount} initiated
  `),
  airtel_tz: rows(`
    received Umepokea {amount} kutoka {phone}, {name}. Salio jipya {balance}. Muamala No {code}
    received Umepokea {amount}, {phone} {name}. Salio jipya ni {balance}. Muamala No {code}
    sent Umetuma {amount} (kwenda|kwa) {phone}, {name}. [Kodi {tax}. ]Salio [jipya ]{balance}. Muamala No {code}
  `),
  yas_tz: rows(`
    savings_in Dear Customer, New balance is {balance}. You have received {amount} from {name} as your Mixx interest. TxnId {code}. {dmy}
    received New balance is {balance}. You have received {amount} from {name}, {phone}. {dmy}; with TxnId {code}
    received [Transfer Successful. ]New balance is {balance}. You have received {amount} from {name} with TxnId {code}[. {any}][. {dmy}]
    received Salio jipya ni {balance}. Umepokea {amount} kutoka kwa {name}, {phone}. {dmy}, kumbukumbu no. {code}
    received Umepokea {amount} kutoka kwa {phone} - {name}. Kumbukumbu No {code} {dmy}. Salio lako jipya ni {balance}
    received Hamisho la pesa limekamilika. Salio jipya {balance}. Umepokea {amount} kutoka kwa {name}, kumbukumbu ya malipo {code}[. {any}. {dmy}]
    deposit New balance is {balance}. Cash-In of {amount} successful. Agent {name}. TxnID {code}
    deposit Cash-In of {amount} from Agent - {name} is successful. New balance is {balance}. TxnId {code}. {dmy}
    deposit Umepokea {amount} kutoka kwa Wakala - {name}, Salio lako jipya ni {balance}. Kumbukumbu no {code}. {dmy}
    sent New balance is {balance}. Money sent successfully to {name}, {phone}. Amount {amount}. Fee {fee}. TxnID {code}
    sent Money sent successfully to - {phone}. Amount {amount}. Total Charges {fee}, VAT {money}. New balance is {balance}. TxnID {code}. Receipt {any}. {dmy}
    sent You have sent {amount} to {name} - {phone}. Charges {fee}. VAT {money}. New balance is {balance}. TxnID {code}. {dmy}
    withdrawn New balance is {balance}. Cash-Out to {name} was successful. Amount {amount}. Charges {fee}. TxnID {code}
    withdrawn Cash Out of {amount} from Agent - {name} is successful. Total Charges {fee}. …TxnID {code}. {dmy}. New balance is {balance}
    loan_back You have successfully paid your Bustisha Balance by {amount}. Your outstanding balance {money}. New balance {balance}. TxnID {code}. Loan ID {any}. {dmy}
    paid Bill Transaction has been sent to {name}. Please wait for confirmation TxnId {code}, …amount {amount}, new balance {balance}
    paid Txn Amt {amount} sent to {name}. Wait for confirmation. …New Bal {balance}. Total Charges {fee}. …TxnID {code}. {dmy}
    paid Txn successful, Amt {amount} sent to {name}, Control No {any}. New Bal {balance}. Charges {fee}. TxnID {code}. {dmy}
    paid Malipo yamekamilika kwenda {name}, Kiasi {amount}. Salio jipya ni {balance}. Ada {fee}. VAT {money}. Kumbukumbu no {code}. {dmy}
  `),
  mtn_ug: rows(`
    received You have received {amount} from {name}, {phone} on {iso}. Reason {reference}. New balance {balance}. ID {code}
    received You have received {amount} from (Airtel Money|MTN Mobile Money) on {iso}. fee {fee}. Reason {name}, {phone}. New balance {balance}. ID {code}
    received You have received {amount} from {name} at {iso}. Fee {fee}. Message {reference}. New balance is {balance}. Transaction ID {code}
    received [Y'ello. ]You have received {amount} from {name} [{phone}] on your mobile money account at {iso}. Message from sender {reference}. Your new balance {balance}. Financial Transaction Id {code}
    received [Y'ello. ]You have received {amount} from {name} [{phone}] on your mobile money account at {iso}. Your new balance {balance}
    # The balance is that of another account, which takes payments at a till.
    received You have received {amount} from {name} {phone}. Your new MoMoPay balance {money}. Transaction ID {code}
    deposit You have deposited {amount} from {name} on {iso}. New balance {balance}. ID {code}
    deposit You have received {amount} from {name} {phone} {some} on your mobile money account at {iso}. Message from sender {reference}. Your new balance {balance}. Loyalty …Financial Transaction Id {code}
    withdrawn You have withdrawn {amount} [from {name} ]on {iso}. [Fee {fee}, Tax {tax}. ]New balance {balance}. ID {code}
    sent You have sent {amount} to {name}, {phone} on {iso}, fee {fee}. Reason {reference}. New balance {balance}. ID {code}
    sent [Y'ello. ]You have sent {amount} to {phone}, {name}. Fee {fee}. Transaction ID {code}. …Your Mobile Money balance is now {balance}
    sent [Y'ello. ]You have transferred {amount} to {name}. TX Charge {fee}. Your new balance {balance}. Transaction ID {code}
    sent You have transferred {amount} to {name} {phone} from your mobile money account {any} at {iso}. Your new balance {balance}. {reference}Financial Transaction Id {code}
    paid [Y'ello. ]{name} has deducted {amount} [at a fee of {fee} Transaction ID {code} ]from your mobile money account. Message {reference}. New balance is {balance}
    paid [Y'ello. ]You have paid {amount} for {name} at a Fee of {fee}. Account No {any}. New balance is {balance}. Transaction ID {code}
    paid [Y'ello. ]You have paid {amount} for {name}. Account No {any}. Transaction ID {code}. Your Mobile Money Account balance is now {balance}
    failed [Y'ello. ]the transaction with amount {amount} for {some} failed at
  `),
  mtn_gh: rows(`
    received Payment received for {amount} from {name} Current Balance {balance}. [Available Balance {money}. ]Reference {reference}. Transaction ID {code}[. TRANSACTION FEE {fee}]
    deposit Cash In received for {amount} from {name}. Current Balance {balance}. [Available Balance {money}. ]Transaction ID {code}[. Fee charged {fee}]
    withdrawn Cash Out made for {amount} to {name}. Current Balance {balance}. Financial Transaction Id {code}. …Please do not pay any fees to the Agent. …Fee charged {fee}
    sent Payment made for {amount} to {name}. Current Balance {balance}. [Available Balance {money}. ]Reference {reference}. Transaction ID {code}. Fee charged {fee}[. TAX charged {tax}]
    paid Payment for {amount} to {name}. Current Balance {balance}. Transaction Id {code}. Fee charged {fee}, Tax Charged {tax}
    paid Your payment of {amount} to {name} has been completed at {iso}. Your new balance {balance}. Fee was {fee} Tax was (GHS - |{tax}). Reference {reference}. Financial Transaction Id {code}
    paid Your payment of {amount} to {name} has been completed at {iso}. Reference {reference}. Your new balance {balance}. Fee was {fee} Tax charged {tax}. Financial Transaction Id {code}
  `),
  mtn_rw: rows(`
    received You have received {amount} from {name} {phone} at {iso}. Balance {balance}. FT Id {code}
    received You have received {amount} from {name} {phone} on your mobile money account at {iso}. Message from sender {reference}. Your new balance {balance}. Financial Transaction Id {code}
    deposit *113*R*A bank deposit of {amount} has been added to your mobile money account at {iso}. Your NEW BALANCE {balance}
    withdrawn You {some} have via agent {name} {phone}, withdrawn {amount} from your mobile money account {any} at {iso} and you can now collect your money in cash. Your new balance {balance}. Fee paid {fee}. Message from agent {reference}. Financial Transaction Id {code}
    sent *165*S*{amount} transferred to {name} {phone} [from {any} ]at {iso}. Fee [was ]{fee}. [New ]balance {balance}
    paid TxId {code}. Your payment of {amount} to {name} has been completed at {iso}. Your new balance {balance}. Fee was {fee}
    paid [*162*]TxId {code}*S*Your payment of {amount} to {name} (has been|was) completed at {iso}. Balance {balance}. Fee {fee}
    paid *162*TxId {code}*S*Your payment of {amount} to {name} (has been|was) completed at {iso}. Fee [was ]{fee}. [Your new ]balance {balance}
    paid *164*S*Y'ello, A transaction of {amount} by {name} on your MOMO account was successfully completed at {iso}. …Your new balance {balance}. Fee was {fee}. Financial Transaction Id {code}
    paid *164*S*Y'ello, A transaction of {amount} by {name} was completed at {iso}. Balance {balance}. Fee {fee}. FT Id {code}
    failed *143*R*Y'ello, the transaction with amount {amount} for {some} failed at
  `),
  orange_ci: rows(`
    received [Bonjour, ]vous avez recu un transfert de {amount} du {phone}. Reference {code}. Nouveau solde {balance}
  `),
  orange_cm: rows(`
    # "Details" is written to whom it came to alone.
    received Transfert de {phone} {name} vers {some} reussi. Details ID transaction {code}, Montant Transaction {amount}, Frais {fee}, …Nouveau Solde {balance}
    sent Transfert de {some} vers {phone} {name} reussi. ID transaction {code}, Montant Transaction {amount}, Frais {fee}, …Nouveau Solde {balance}
    deposit Depot effectue par {phone} {name} to {some}. Informations detaillees Montant de transaction {amount}, ID transaction {code}, Frais {fee}, …Nouveau Solde {balance}
    withdrawn Retrait d'argent reussi par le {phone} avec le Code {any}. Informations detaillees Montant {amount}, Frais {fee}, No de transaction {code}, montant net debite {money}, Nouveau solde {balance}
    paid Felicitations, vous venez d'effectuer un payement de {amount} pour {name}. N° de transaction {code}. Nouveau solde {balance}
    airtime Rechargement reussi. Montant de la transaction {amount}, ID transaction {code}, Frais {fee}, Commission {money}, Nouveau solde {balance}
    balance Le solde de votre compte est de {balance}
  `),
  selcom_tz: rows(`
    received {code} Confirmed. You have received {amount} from {name} on {iso}. Updated balance is {balance}
    sent {code} Accepted. You have sent {amount} to {name} on {iso}. Total charges {fee}. …Updated balance is {balance}
    sent {code} Accepted. You have sent {amount} to {name} on {iso}. Charge is FREE. …Updated balance is {balance}
    paid {code} Confirmed. You have paid {amount} to {name} on {iso}. Updated balance is {balance}
  `),
};

function rows(table: string): Pattern[] {
  const lines = table.split("\n").map((line) => line.trim());
  return lines.flatMap((line) => {
    const [kind, ...words] = line.split(" ");
    return kind && isKind(kind) ? { kind, shape: words.join(" ") } : [];
  });
}

function isKind(text: string): text is MessageKind {
  return text in signOf;
}
