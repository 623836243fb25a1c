// What networks write, in the words of lib/domain/phone-messages/samples.json. Written from the samples and not from the
// patterns, so that a pattern that is wrong is seen.

export type SimNetwork = "mtn_ug" | "mpesa_ke" | "yas_tz";

export type SimKind =
  | "received"
  | "deposit"
  | "withdrawn"
  | "paid"
  | "sent"
  | "airtime"
  | "loan"
  | "loan_back"
  | "taken_back"
  | "balance";

/** One movement as its network tells it; all sums in minor units. */
export interface Told {
  code: string;
  amount: number;
  fee: number;
  /** What is on the account after it. */
  balance: number;
  at: Date;
  name: string;
  /** "0772 123 789": as its people write it. */
  phone: string;
  reference: string;
  /** The number of the payment that it undoes. */
  undoes: string;
}

/** The texts of one movement, usually one; `turn` chooses among the wordings that a network has. */
type Words = Partial<Record<SimKind, (told: Told, turn: number) => string[]>>;

/** All three networks are in East Africa. */
const local = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString();
const iso = (at: Date) => local(at).slice(0, 19).replace("T", " ");
const parts = (at: Date) => /^..(..)-(..)-(..)T(..):(..)/.exec(local(at))?.slice(1) ?? [];
const digits = (phone: string) => phone.replaceAll(/\D/g, "");

/** "15/10/25", then "12:16 PM" behind the word for "at". */
function twelve(at: Date, word: string): string {
  const [year, month, day, hours, minutes] = parts(at);
  const hour = Number(hours);
  return `${Number(day)}/${Number(month)}/${year} ${word} ${hour % 12 || 12}:${minutes} ${hour < 12 ? "AM" : "PM"}`;
}

/** "14/06/26 19:08" */
function twentyFour(at: Date): string {
  const [year, month, day, hours, minutes] = parts(at);
  return `${day}/${month}/${year} ${hours}:${minutes}`;
}

const grouped = (minor: number) => Math.floor(minor).toLocaleString("en");
const cents = (minor: number) => `${grouped(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;
const ksh = (minor: number) => `Ksh${cents(minor)}`;
const tsh = (minor: number) => `TSh ${grouped(minor / 100)}`;
const ugx = (minor: number) => `UGX ${grouped(minor)}`;

/** Since March 2026 the middle of a payer's number is hidden. */
const hidden = (phone: string) => `${digits(phone).slice(0, 4)}***${digits(phone).slice(-3)}`;
const abroad = (phone: string, country: string) => `${country}${digits(phone).slice(1)}`;
const newBalance = (balance: number) => `New M-PESA balance is ${ksh(balance)}.`;

const mpesaKe: Words = {
  received: ({ code, amount, balance, at, name, phone }, turn) =>
    turn % 3 === 0
      ? [
          `${code} Imethibitishwa. Umepokea ${ksh(amount)} kutoka kwa ${name} ${hidden(phone)} mnamo ${twelve(at, "saa")}. Salio jipya la M-PESA ni ${ksh(balance)}.`,
        ]
      : [
          `${code} Confirmed.You have received ${ksh(amount)} from ${name} ${hidden(phone)} on ${twelve(at, "at")}  ${newBalance(balance)} Invest & earn daily interest with ZIIDI on https://example.org/z`,
        ],
  deposit: ({ code, amount, balance, at }) => [
    `${code} Confirmed. On ${twelve(at, "at")} Give ${ksh(amount)} cash to Duka Mfano Mtaa wa Pili ${newBalance(balance)} You can now access M-PESA via *334#`,
  ],
  withdrawn: ({ code, amount, fee, balance, at }) => [
    `${code} Confirmed.on ${twelve(at, "at")}Withdraw ${ksh(amount)} from 031824 - Duka Mfano Mtaa wa Pili ${newBalance(balance)} Transaction cost, ${ksh(fee)}.`,
  ],
  paid: ({ code, amount, fee, balance, at }) => [
    `${code} Confirmed. ${ksh(amount)} sent to Kaps Maegesho  Rupa Mall for account 120850178 on ${twelve(at, "at")} ${newBalance(balance)} Transaction cost, ${ksh(fee)}.Amount you can transact within the day is 488,636.33.`,
  ],
  sent: ({ code, amount, fee, balance, at, name, phone }) => [
    `${code} Imethibitishwa ${ksh(amount)} imetumwa kwa ${name} ${digits(phone)} tarehe ${twelve(at, "saa")}. Baki yako ya M-PESA ni ${ksh(balance)}. Gharama ya kutuma ni ${ksh(fee)}.Kiwango cha Pesa unachoweza kutuma kwa siku ni 499,949.00.`,
  ],
  airtime: ({ code, amount, balance, at }) => [
    `${code} confirmed.You bought ${ksh(amount)} of airtime on ${twelve(at, "at")}.${newBalance(balance)} Transaction cost, Ksh0.00.`,
  ],
  // Without a time and without a balance, under the number of the payment that it was for.
  loan: ({ code, amount }) => [
    `${code} Confirmed. Fuliza M-PESA amount is Ksh ${cents(amount)}. Access Fee charged Ksh 0.30. Total Fuliza M-PESA outstanding amount is Ksh3249.74 due on 07/07/26. To check daily charges, Dial *334#OK Select Query Charges`,
  ],
  loan_back: ({ code, amount, balance }) => [
    `${code}  Confirmed. Ksh ${cents(amount)} from your M-PESA has been used to fully pay your outstanding Fuliza M-PESA. Available Fuliza M-PESA limit is Ksh 11000.00. Your M-PESA balance is ${cents(balance)}.`,
  ],
  taken_back: ({ code, amount, balance, at, undoes }) => [
    `${code}  confirmed. Reversal of transaction ${undoes} has been successfully reversed  on ${twelve(at, " at")} and ${ksh(amount)} is debited from your M-PESA account. New M-PESA account balance is ${ksh(balance)}.`,
  ],
  balance: ({ code, balance, at }) => [
    `${code} Confirmed. Your account balance was: M-PESA Account : ${ksh(balance)} Business Account : Ksh0.00 on ${twelve(at, "at")}. Transaction cost, Ksh0.00.`,
  ],
};

const mtnUg: Words = {
  received: ({ code, amount, balance, at, name, phone, reference }, turn) =>
    turn % 6 === 0
      ? [
          `You have received ${ugx(amount)} from Airtel Money on ${iso(at)}. fee:0. Reason: ${name} , ${digits(phone)}. New balance: ${ugx(balance)}. ID: ${code}.`,
        ]
      : [
          `You have received UGX ${amount} from ${name}, ${abroad(phone, "256")} on ${iso(at)}. Reason: ${reference || "."}. New balance: UGX ${balance}. ID: ${code}.`,
        ],
  deposit: ({ code, amount, balance, at }) => [
    `You have deposited UGX ${amount} from WAKALA MFANO on ${iso(at)}. New balance: UGX ${balance}. ID: ${code}. Do NOT share your Mobile Money PIN.`,
  ],
  // Charge and tax apart; together they are the fee.
  withdrawn: ({ code, amount, fee, balance, at }) => {
    const tax = Math.floor(fee / 8);
    return [
      `You have withdrawn ${ugx(amount)} on ${iso(at)}. Fee: ${ugx(fee - tax)}, Tax: ${ugx(tax)}. New balance: ${ugx(balance)}.00. ID: ${code}.`,
    ];
  },
  // Without a time.
  paid: ({ code, amount, fee, balance }, turn) =>
    turn % 2 === 0
      ? [
          `You have paid ${ugx(amount)} for UMEME at a Fee of ${ugx(fee)}.00. AccountNo.: 49410008999. New balance is ${ugx(balance)}. Transaction ID: ${code}.`,
        ]
      : [
          `Y'ello. MTN MOMO VIRTUAL CARD has deducted UGX ${amount} at a fee of UGX ${fee} Transaction ID: ${code} from your mobile money account. Message: Card top up. New balance is:UGX ${balance}. Your Bonus was: 0. Be safe. Do NOT share your Mobile Money PIN.`,
        ],
  sent: ({ code, amount, fee, balance, at, name, phone }) => [
    `You have sent UGX ${amount} to ${name}, ${abroad(phone, "256")} on ${iso(at)}, fee: ${fee}. Reason: .. New balance: ${balance}. ID :${code}.`,
  ],
};

const yasTz: Words = {
  received: ({ code, amount, balance, at, name, phone }, turn) =>
    turn % 5 === 0
      ? [
          `Hamisho la pesa limekamilika. Salio jipya ${tsh(balance)}. Umepokea ${tsh(amount)} kutoka kwa M-PESA, kumbukumbu ya malipo. ${code}. 4G21PHGXGT. ${twentyFour(at)}.`,
        ]
      : [
          `Umepokea ${tsh(amount)} kutoka kwa ${abroad(phone, "255")} - ${name}. Kumbukumbu No.: ${code} ${twentyFour(at)}. Salio lako jipya ni ${tsh(balance)}. Asante kwa kutumia TigoPesa`,
        ],
  deposit: ({ code, amount, balance, at }) => [
    `Cash-In of ${tsh(amount)} from Agent - WAKALA  MFANO is successful. New balance is ${tsh(balance)}. TxnId: ${code}. ${twentyFour(at)}.`,
  ],
  withdrawn: ({ code, amount, fee, balance, at }) => [
    `Cash Out of ${tsh(amount)} from Agent - WAKALA MFANO is successful. Total Charges ${tsh(fee)}.(Fees ${tsh(fee - 10_000)}, Levy TSh 100), VAT TSh 282. TxnID: ${code}. ${twentyFour(at)}. New balance is ${tsh(balance)}. Every Transaction is a Winning Goal!`,
  ],
  paid: ({ code, amount, fee, balance, at }) => [
    `Malipo yamekamilika kwenda Nivushe Plus, Kiasi ${tsh(amount)}. Salio jipya ni ${tsh(balance)}. Ada ${tsh(fee)}. VAT TSh 0. Kumbukumbu no.${code}. ${twentyFour(at)}.`,
  ],
  // Told twice, in two ways, both with the balance.
  sent: ({ code, amount, fee, balance, at, name, phone }) => [
    `You have sent ${tsh(amount)} to Vodacom receiver ${name} - ${abroad(phone, "255")}. Charges ${tsh(fee)}. VAT TSh 172. New balance is ${tsh(balance)}. TxnID: ${code}. ${twentyFour(at)} Please wait for confirmation. Every Transaction is a Winning Goal!`,
    `Money sent successfully to  -${abroad(phone, "255")}. Amount ${tsh(amount)}. Total Charges ${tsh(fee)}, VAT TSh 172. New balance is ${tsh(balance)}. TxnID: ${code}. Receipt: 503-DFE9B1DABO. ${twentyFour(at)}. Every Transaction is a Winning Goal!`,
  ],
  loan_back: ({ code, amount, balance, at }) => [
    `You have successfully paid your Bustisha Balance by ${tsh(amount)}.00. Your outstanding balance: TSh 0.00. New balance: ${tsh(balance)}. TxnID: ${code}. Loan ID: 202606082034582035732170597903. ${twentyFour(at)}.`,
  ],
};

export const words: Record<SimNetwork, Words> = { mpesa_ke: mpesaKe, mtn_ug: mtnUg, yas_tz: yasTz };

/** Beginnings of the network's own numbers. */
export const firstOf: Record<SimNetwork, string> = { mpesa_ke: "0722", mtn_ug: "0772", yas_tz: "0714" };
export const senderOf: Record<SimNetwork, string> = {
  mpesa_ke: "MPESA",
  mtn_ug: "MTNMobMoney",
  yas_tz: "MixxByYas",
};
