import type { Luck } from "../simulation/luck";
import { type SimKind, type SimNetwork, type Told, words } from "./words";

/** What moved on the account, with the texts that the network wrote of it. */
export interface Move extends Told {
  kind: SimKind;
  /** Its place on the account, from 0. */
  place: number;
  /** Came more than 0, left less. */
  moved: number;
  texts: string[];
}

interface Moved {
  amount: number;
  at: Date;
  fee?: number;
  name?: string;
  phone?: string;
  reference?: string;
  undoes?: string;
  code?: string;
}

const names: [string, ...string[]] = ["AMINA TESTER", "BARAKA MFANO TESTER", "NURU TESTER", "Mtu Wa Mfano"];
const signOf: Record<SimKind, 1 | 0 | -1> = {
  ...{ received: 1, deposit: 1, loan: 1, balance: 0 },
  ...{ withdrawn: -1, paid: -1, sent: -1, airtime: -1, loan_back: -1, taken_back: -1 },
};

/** A SIM's account at its network: the truth that the books are compared with. Sums are minor units. */
export class SimAccount {
  readonly moves: Move[] = [];
  private readonly byText = new Map<string, Move>();
  private readonly byCode = new Map<string, Move>();
  private owed: number;

  constructor(
    private readonly luck: Luck,
    readonly network: SimNetwork,
    readonly opening: number,
  ) {
    this.balance = opening;
    // In Tanzania a loan of before the year is paid back in it.
    this.owed = network === "yas_tz" ? 20_000_000 : 0;
  }

  balance: number;

  can(kind: SimKind): boolean {
    return words[this.network][kind] !== undefined;
  }

  /** What a text is about; undefined for what the network did not write. */
  of(text: string): Move | undefined {
    return this.byText.get(bare(text));
  }

  received(code: string): Move | undefined {
    const move = this.byCode.get(code);
    return move?.kind === "received" ? move : undefined;
  }

  balanceAfter(place: number): number {
    return this.moves[place]?.balance ?? this.opening;
  }

  /** Money came; where a loan is open, a part of it goes there at once, which is told by itself. */
  receives(moved: Moved): Move[] {
    const came = this.move("received", moved);
    if (this.owed === 0 || !this.luck.once(3)) return [came];
    const amount = Math.min(this.owed, Math.floor(came.amount / 200) * 100);
    if (amount === 0) return [came];
    this.owed -= amount;
    return [came, this.move("loan_back", { amount, at: moved.at })];
  }

  /** Money left. Kenya's network lends what is missing, told under the number of the payment; elsewhere too much is refused. */
  spends(kind: SimKind, moved: Moved): Move[] {
    const missing = moved.amount + (moved.fee ?? 0) - this.balance;
    if (missing <= 0) return [this.move(kind, moved)];
    if (kind !== "paid" || !this.can("loan")) return [];
    const code = this.code();
    this.owed += missing;
    return [
      this.move("loan", { amount: missing, at: moved.at, code }),
      this.move(kind, { ...moved, code: `${code}` }),
    ];
  }

  /** The text of a payment that nobody made. */
  forged(told: Partial<Told> & Pick<Told, "amount" | "balance" | "at">): { text: string; code: string } {
    const whole = { fee: 0, name: "AMINA TESTER", phone: "0772 000 001", reference: "", undoes: "" };
    const code = told.code ?? this.code();
    const [text = ""] = words[this.network].received?.({ ...whole, ...told, code }, 1) ?? [];
    return { text, code };
  }

  move(kind: SimKind, { amount, at, fee = 0, undoes = "", reference = "", ...more }: Moved): Move {
    const moved = signOf[kind] * amount - (signOf[kind] === 0 ? 0 : fee);
    this.balance += moved;
    const told: Told = {
      ...{ amount, at, fee, undoes, reference, balance: this.balance },
      code: more.code ?? this.code(),
      name: more.name ?? this.luck.pick(names),
      phone: more.phone ?? "0700 000 311",
    };
    const texts = words[this.network][kind]?.(told, this.luck.roll(60)) ?? [];
    const made = { ...told, kind, place: this.moves.length, moved, texts };
    this.moves.push(made);
    for (const text of texts) this.byText.set(bare(text), made);
    this.byCode.set(made.code, made);
    return made;
  }

  private code(): string {
    for (;;) {
      const code = this.newCode();
      if (!this.byCode.has(code)) return code;
    }
  }

  /** As the samples have them: Kenya's are letters and figures in any order, "UCEIE9EQ8H". */
  private newCode(): string {
    const figures = (count: number) =>
      Array.from({ length: count }, () => String(this.luck.roll(10))).join("");
    if (this.network === "mtn_ug") return `39${figures(9)}`;
    if (this.network === "yas_tz")
      return this.luck.once(5) ? `MFICI.${figures(6)}.${figures(4)}.R${figures(11)}` : `26${figures(12)}`;
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    return `U${Array.from({ length: 8 }, () => letters[this.luck.roll(36)]).join("")}${this.luck.roll(10)}`;
  }
}

function bare(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
