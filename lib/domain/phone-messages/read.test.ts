import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { networkOf } from "../network";
import { mayBePhone } from "../till-payment";
import { isSenderOf, type PhoneNetwork, phoneNetworkOf, phoneNetworks } from "./networks";
import { type MessageKind, patterns } from "./patterns";
import { kindsIn, kindsOut, movedMinor, patternOf, type Reading, readMessage } from "./read";
import found from "./samples.json";
import { holeOf, minorOf, patternOfShape } from "./shape";

interface Sample {
  network: string;
  text: string;
  expect: Record<string, string | null | undefined>;
}

const samples: Sample[] = found;

/** What providers publish, beside the project: it is not ours, and not a part of it. */
const vendors = path.join(import.meta.dirname, "../../../../shared/vendors/messages.json");
const codes: Record<string, string> = { tigo: "yas" };

type Published = Sample & { country: string; kind: string };

function published(): Sample[] {
  const { messages }: { messages: Published[] } = JSON.parse(readFileSync(vendors, "utf8"));
  return messages.map(({ text, network: name, country, kind, expect: told }) => ({
    text,
    network: `${codes[name] ?? name}_${country.toLowerCase()}`,
    expect: { ...told, kind },
  }));
}

const all = [...samples, ...(existsSync(vendors) ? published() : [])];

function network(code: string): PhoneNetwork {
  const one = phoneNetworkOf(code);
  if (!one) throw new Error(code);
  return one;
}

const read = (code: string, text: string) => readMessage(network(code), text);
const minor = (text: string, code: string) => minorOf(text, network(code).currency, true);

/** What the sample says, in the words of a reading. */
function expected({ network: code, expect: told }: Sample): Partial<Reading> {
  const isMoved = ![...kindsIn, ...kindsOut].every((kind) => kind !== told.kind);
  const parts: [keyof Reading, unknown][] = [
    ["kind", told.kind],
    ["code", told.code],
    ["amountMinor", told.amount && minor(isMoved ? told.amount : "0", code)],
    ["feeMinor", told.fee && minor(told.fee, code)],
    ["balanceMinor", told.balance && minor(told.balance, code)],
    ["phone", told.phone],
    ["name", told.name],
    ["reference", told.reference],
    ["at", told.at && new Date(told.at)],
  ];
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

describe("samples", () => {
  test.for(samples.map((one): [string, Sample] => [`${one.network}: ${one.text.slice(0, 60)}`, one]))(
    "%s",
    ([, sample]) => {
      expect(read(sample.network, sample.text)).toMatchObject(expected(sample));
    },
  );

  test.skipIf(!existsSync(vendors))(
    "each that providers' users published is read (skipped: no file beside the project)",
    () => {
      const told = published();
      expect(told.length).toBeGreaterThan(25);
      for (const sample of told)
        expect([sample.text, read(sample.network, sample.text)]).toEqual([
          sample.text,
          expect.objectContaining(expected(sample)),
        ]);
    },
  );

  test.skipIf(!existsSync(vendors))(
    "each shape reads a sample, and each network has a payment received",
    () => {
      const unread = Object.entries(patterns).flatMap(([code, rows]) => {
        const texts = all
          .filter((one) => one.network === code)
          .map((one) => one.text.replace(/\s+/g, " ").trim());
        return rows
          .filter(
            ({ shape }) =>
              !texts.some((text) => patternOfShape(shape, network(code).currency, false).test(text)),
          )
          .map(({ kind, shape }) => `${code} ${kind}: ${shape}`);
      });
      expect(unread).toEqual([]);
      for (const { code } of phoneNetworks)
        expect([code, all.some((one) => one.network === code && one.expect.kind === "received")]).toEqual([
          code,
          true,
        ]);
    },
  );

  test("a message is read the same with its lines broken anywhere between words, and with odd spaces", () => {
    for (const { network: code, text } of all)
      for (const space of ["\n", "\r\n", "\u00a0", "\u202f", "  ", "\t", " \u200f"])
        expect([text, space, read(code, text.replaceAll(" ", space))]).toEqual([
          text,
          space,
          read(code, text),
        ]);
  });

  test("a message cut short or without its figures is never read as another amount", () => {
    for (const { network: code, text } of all) {
      const whole = read(code, text);
      for (let length = 0; length < text.length; length += 7) {
        const cut = read(code, text.slice(0, length));
        if (cut && cut.kind === whole?.kind) expect(cut.amountMinor).toBe(whole.amountMinor);
      }
    }
  });

  test("reading takes a millisecond at most, on average", () => {
    const rounds = 20;
    const start = performance.now();
    for (let round = 0; round < rounds; round += 1) for (const one of all) read(one.network, one.text);
    const each = (performance.now() - start) / (rounds * all.length);
    console.log(`${all.length} messages, ${each.toFixed(3)} ms each`);
    expect(each).toBeLessThan(5);
  });
});

describe("chains", () => {
  /** Pairs of texts of one account, one after the other. */
  function follow(code: string, texts: string[]): void {
    const readings = texts.map((text) => read(code, text));
    readings.reduce((before, after) => {
      expect([after, before?.balanceMinor]).toEqual([
        after,
        (after?.balanceMinor ?? 0n) - movedMinor(after as Reading),
      ]);
      return after;
    });
  }
  const of = (code: string, ...numbers: string[]) =>
    numbers.map(
      (one) =>
        all.find(({ network: its, expect: { code: told } }) => its === code && told === one)?.text ?? "",
    );

  test("what was there and what moved is what is there", () => {
    follow("mpesa_ke", of("mpesa_ke", "TAD72DJ3YB", "TAD62EDKVQ", "TAD43EZZ3O"));
    follow("mtn_rw", of("mtn_rw", "76662021700", "73214484437", "51732411227"));
    follow("orange_cm", of("orange_cm", "PP260727.1142.A64689", "PP260730.1050.B91660"));
    follow("mtn_gh", of("mtn_gh", "51234567890", "51234571234"));
    follow("mtn_gh", of("mtn_gh", "10493827561", "10502294418"));
  });

  test.skipIf(!existsSync(vendors))(
    "also of those beside the project (skipped: no file beside the project)",
    () => {
      follow("mpesa_ke", of("mpesa_ke", "TJF987E58C", "TJK6H7T3GA", "TJK6H7T0JT", "TJK6H7TDIJ"));
      follow("selcom_tz", of("selcom_tz", "0426JXCX", "0426JXGC"));
      follow("mpesa_tz", of("mpesa_tz", "DFJ9B1FX2B", "DFJ9B1FU69"));
    },
  );

  test("a charge is taken from what came, and added to what left; nothing moves where nothing moved", () => {
    const moved = (kind: MessageKind) => movedMinor({ kind, amountMinor: 100n, feeMinor: 3n });
    expect(kindsIn.map(moved)).toEqual(kindsIn.map(() => 97n));
    expect(kindsOut.map(moved)).toEqual(kindsOut.map(() => -103n));
    expect((["balance", "failed", "airtime_in"] as const).map(moved)).toEqual([0n, 0n, 0n]);
  });
});

describe("a name that looks like the rest of its message", () => {
  test.each([
    ["A. Kintu. New M-PESA balance is Ksh5.00", 142_312n],
    ["A on 1/1/25 at 1:00 PM New M-PESA balance is Ksh5.00", 142_312n],
  ])("does not stand for it: %s", (name, balanceMinor) => {
    const text = `TJF987E58C Confirmed.You have received Ksh300.00 from ${name} 0712000001 on 15/10/25 at 12:16 PM  New M-PESA balance is Ksh1,423.12.`;
    const found = read("mpesa_ke", text);
    expect(found === null || found.balanceMinor === balanceMinor).toBe(true);
  });
});

describe("what is never read", () => {
  const ke =
    "TJF987E58C Confirmed.You have received Ksh300.00 from AMINA TESTER 0712000001 on 15/10/25 at 12:16 PM  New M-PESA balance is Ksh1,423.12.";

  test("a long text, in no time", () => {
    const start = performance.now();
    for (const { code } of phoneNetworks)
      for (const part of ["1", " ", ",", "Ksh1,000.00 from ", "A"])
        expect(read(code, part.repeat(1_000_000))).toBeNull();
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test("text that a pattern could go through in many ways takes no time", () => {
    const long = [
      " ",
      ",",
      ".",
      "1",
      "1,000,",
      "1 000 ",
      "from ",
      "from a ",
      "(",
      "X",
      "*",
      "on 1/1/25 at 1:00 PM ",
      "é",
      "😀",
    ];
    const start = performance.now();
    let slowest = { ms: 0, shape: "" };
    for (const [code, rows] of Object.entries(patterns))
      for (const { shape } of rows) {
        const holes = shape.split(/(?=\{)/);
        for (const part of long)
          for (let place = 0; place <= holes.length; place += 1) {
            // As far as the pattern goes along, and then what repeats.
            const begin = exampleOf(holes.slice(0, place).join(""));
            const text = (begin + part.repeat(2_000)).slice(0, 2_000);
            const from = performance.now();
            patternOfShape(shape, network(code).currency, false).test(text);
            const ms = performance.now() - from;
            if (ms > slowest.ms) slowest = { ms, shape: `${code} ${part} ${shape}` };
          }
      }
    console.log(`slowest of all patterns: ${slowest.ms.toFixed(1)} ms, ${slowest.shape}`);
    expect(slowest.ms).toBeLessThan(1_000);
    expect(performance.now() - start).toBeLessThan(60_000);
  });

  test("whatever the text is, nothing is thrown", () => {
    for (const text of [
      "",
      "\0",
      "\ud800",
      "💸".repeat(400),
      "({[*+?",
      "Ksh",
      `${ke}\ud83d`,
      "\u202e1\u202c",
    ])
      for (const { code } of phoneNetworks) expect(() => read(code, text)).not.toThrow();
  });

  test("a promotion is no payment", () => {
    for (const { code } of phoneNetworks)
      for (const text of [
        "You have received 500MB valid for 24 hours. Dial *544#",
        "You have received 500MB from Safaricom on 15/10/25 at 12:16 PM. New M-PESA balance is Ksh1,423.12",
        "WIN Ksh5,000.00 today! Send 100 to 0712000001",
        "Y'ello! you have successfully purchased GHC50.0 Data Bundle and received 26.83GB.",
        "Umepokea bonasi ya Tsh 1,000 ya muda wa maongezi",
        "Vous avez recu un bonus de 500 FCFA de credit",
        "Your code is 482913. Do not share it with anyone.",
      ])
        expect([code, text, read(code, text)]).toEqual([code, text, null]);
  });

  test("airtime that came is no money", () => {
    const reading = read(
      "airtel_ke",
      "Trans. ID: 7740224211672. You have received Airtime of\n10.00Ksh from your OWN account.",
    );
    expect(reading).toMatchObject({ kind: "airtime_in", amountMinor: 0n, balanceMinor: null });
    expect(movedMinor(reading as Reading)).toBe(0n);
  });

  test("a message of one network is not read for another", () => {
    for (const { network: code, text } of all)
      for (const other of phoneNetworks.filter((one) => one.currency !== network(code).currency))
        expect([text, other.code, read(other.code, text)?.balanceMinor ?? null]).toEqual([
          text,
          other.code,
          null,
        ]);
  });

  test("a day or an hour that does not exist", () => {
    expect(read("mpesa_ke", ke)).not.toBeNull();
    for (const at of [
      "10/15/25 at 12:16 PM",
      "31/2/25 at 12:16 PM",
      "15/10/25 at 13:16 PM",
      "15/10/25 at 25:16",
      "15/10/25 at 0:16 AM",
    ])
      expect([at, read("mpesa_ke", ke.replace("15/10/25 at 12:16 PM", at))]).toEqual([at, null]);
  });

  test("an amount that could be two numbers, and nothing", () => {
    for (const amount of ["1.234", "1,42", "3,5", "1,23,456", "1.2345", "1,234,56", "0", "0.00", "300.005"])
      expect([amount, read("mpesa_ke", ke.replace("300.00", amount))]).toEqual([amount, null]);
  });
});

describe("times", () => {
  test("are read in the order of their network alone, at its offset", () => {
    const at = (code: string, text: string) => read(code, text)?.at?.toISOString();
    const kenya = (date: string) =>
      `TJF987E58C Confirmed.You have received Ksh3.00 from AMINA on ${date} at 12:16 AM  New M-PESA balance is Ksh4.00`;
    expect(at("mpesa_ke", kenya("2/3/25"))).toBe("2025-03-01T21:16:00.000Z");
    expect(at("mpesa_ke", kenya("02/03/2025"))).toBe("2025-03-01T21:16:00.000Z");
    for (const other of ["2025-03-02", "2-March-2025", "2025/03/02", "02.03.25"])
      expect(read("mpesa_ke", kenya(other))).toBeNull();
    const rwanda = (date: string) =>
      `You have received 2000 RWF from MTU MFANO (*********062) at ${date} 16:36:29 . Balance:3719 RWF. FT Id: 30911702283`;
    expect(at("mtn_rw", rwanda("2026-09-30"))).toBe("2026-09-30T14:36:29.000Z");
    for (const other of ["30/09/2026", "09/30/2026", "2026-30-09"])
      expect(read("mtn_rw", rwanda(other))).toBeNull();
    const uganda = (date: string) =>
      `PAID.TID 121158749528. UGX 10,000 to BUSINESS Charge UGX 0. Bal UGX 56,602. ${date} 13:05`;
    expect(at("airtel_ug", uganda("01-December-2025"))).toBe("2025-12-01T10:05:00.000Z");
    for (const other of ["12-01-2025", "32-December-2025", "01-Smarch-2025"])
      expect(read("airtel_ug", uganda(other))).toBeNull();
  });
});

describe("amounts", () => {
  test("are read however a network groups them", () => {
    for (const [text, value] of [
      ["50,000", 5_000_000n],
      ["50 000", 5_000_000n],
      ["50\u00a0000", 5_000_000n],
      ["50\u202f000,50", 5_000_050n],
      ["50.000,00", 5_000_000n],
      ["1.250.000", 125_000_000n],
      ["1,250,000.5", 125_000_050n],
      ["50000", 5_000_000n],
      ["0.36", 36n],
    ] as const)
      expect([
        text,
        read(
          "mpesa_tz",
          `Z10DN636 Confirmed.\nYou have received Tsh${text} from\nMTU on 27/1/14 at 1:19 PM\nNew M-PESA balance is Tsh${text}`,
        ),
      ]).toEqual([text, expect.objectContaining({ amountMinor: value, balanceMinor: value })]);
  });

  test("cents of money that has none are left out of balances and charges, and make an amount unread", () => {
    const text = (amount: string) =>
      `vous avez reçu un transfert de ${amount} FCFA du 0709000973. Référence PP260529.1509.D16712. Nouveau solde 4923.50 FCFA.`;
    expect(read("orange_ci", text("360.00"))).toMatchObject({ amountMinor: 360n, balanceMinor: 4923n });
    expect(read("orange_ci", text("360.50"))).toBeNull();
  });
});

describe("phones, names and references", () => {
  test("a masked phone is kept as it is shown, and compared by what it shows", () => {
    const text = (phone: string) =>
      `UIUAB8L07F Confirmed.You have received Ksh1,000.00 from AMINA  TESTER ${phone} on 30/9/26 at 3:45 PM  New M-PESA balance is Ksh6,103.82.`;
    for (const phone of [
      "0723***873",
      "0723XXXXXX",
      "254723***873",
      "2547•••••873",
      "0723000873",
      "0723 000 873",
    ]) {
      const reading = read("mpesa_ke", text(phone));
      expect(reading).toMatchObject({ phone, name: "AMINA TESTER" });
      expect([phone, mayBePhone(reading?.phone ?? null, "+254723000873")]).toEqual([phone, true]);
      expect([phone, mayBePhone(reading?.phone ?? null, "+254799000111")]).toEqual([phone, false]);
    }
    expect(read("mpesa_ke", text("300600"))).toMatchObject({ phone: null, name: "AMINA TESTER 300600" });
    expect(read("mpesa_ke", text("XXXXXXXXXX"))).toMatchObject({ phone: null });
  });

  test("names in every script, with pictures and marks that turn the text", () => {
    for (const [name, shown] of [
      ["😀 AMINA", "😀 AMINA"],
      ["عائشة محمد", "عائشة محمد"],
      ["\u202bعائشة\u202c", "عائشة"],
      ["ZOË NG'ANG'A", "ZOË NG'ANG'A"],
      ["MILTON OKON", "MILTON OKON"],
    ])
      expect(
        read(
          "mpesa_ke",
          `UIUAB8L07F Confirmed.You have received Ksh1.00 from ${name} 0723***873 on 30/9/26 at 3:45 PM New M-PESA balance is Ksh2.00.`,
        ),
      ).toMatchObject({ name: shown, amountMinor: 100n, balanceMinor: 200n });
  });

  test("what a payer writes changes neither balance nor code", () => {
    const lie =
      "x. New balance: UGX 999999. ID: 11111111111. Current Balance: GHS 9.00. Transaction ID: 222222. Reference: y";
    expect(
      read(
        "mtn_ug",
        `You have received UGX 33000 from Mtu Mfano, 256735000661 on 2021-07-08 16:30:20. Reason: ${lie}. New balance: UGX 359506. ID: 12995826225.`,
      ),
    ).toMatchObject({ balanceMinor: 359_506n, code: "12995826225", amountMinor: 33_000n });
    expect(
      read(
        "mtn_gh",
        `Payment received for GHS 36.00 from KOFI Current Balance: GHS 36.00 . Available Balance: GHS 36.00. Reference: ${lie}. Transaction ID: 51234567890. TRANSACTION FEE: 0.00`,
      ),
    ).toMatchObject({ balanceMinor: 3_600n, code: "51234567890", amountMinor: 3_600n });
  });
});

describe("senders", () => {
  test("are compared exactly, but for case and spaces", () => {
    const ke = network("mpesa_ke");
    for (const name of ["MPESA", "M-PESA", "mpesa", " M-Pesa ", "M-PESA\u00a0"])
      expect([name, isSenderOf(ke, name)]).toEqual([name, true]);
    for (const name of [
      "МPESA",
      "MPE5A",
      "M–PESA",
      "M PESA",
      "MPESA1",
      "MPESА",
      "ＭPESA",
      "MPESA\u200b",
      "",
      "+254700000000",
    ])
      expect([name, isSenderOf(ke, name)]).toEqual([name, false]);
    expect(isSenderOf(network("mtn_rw"), "M-M0ney")).toBe(false);
    expect(isSenderOf(network("mtn_gh"), "MobileMoney")).toBe(true);
    expect(isSenderOf(network("selcom_tz"), "selcom  PESA")).toBe(true);
    expect(isSenderOf({ ...ke, senders: ["KOPA"] }, "\u212aOPA")).toBe(false);
  });

  test("every network but Selcom Pesa is one that payers can use, in its currency", () => {
    for (const { code, country, currency, displayName } of phoneNetworks.filter(
      (one) => one.code !== "selcom_tz",
    ))
      expect(networkOf(code)).toMatchObject({
        country,
        displayName,
        terms: [expect.objectContaining({ currency })],
      });
    expect(network("selcom_tz")).toMatchObject({ country: "TZ", displayName: "Selcom Pesa" });
    expect(Object.keys(patterns).sort()).toEqual(phoneNetworks.map(({ code }) => code).sort());
  });
});

describe("a store's own pattern", () => {
  const ke = network("mpesa_ke");
  const text =
    "QWE123RTY9 Done. Ksh1,500.00 came from AMINA TESTER 0712000001 on 15/10/25 at 12:16 PM (charge Ksh5.00). You now hold Ksh2,995.00 {ok}";
  const answer = {
    kind: "received" as const,
    amount: "1500",
    balance: "2,995.00",
    fee: "5.00",
    code: "QWE123RTY9",
  };
  const own = () => patternOf(ke, text, answer);

  test("reads its message, and others that differ in figures, times and names", () => {
    const custom = own();
    if (!custom) throw new Error("no pattern");
    expect(readMessage(ke, text)).toBeNull();
    expect(readMessage(ke, text, [custom])).toMatchObject({
      ...{
        kind: "received",
        code: "QWE123RTY9",
        amountMinor: 150_000n,
        feeMinor: 500n,
        balanceMinor: 299_500n,
      },
      at: new Date("2025-10-15T12:16+03:00"),
    });
    const other =
      "ZZZ999XXX1 Done.\nKsh20.00 came from BARAKA WA MFANO 0799***111 on 1/1/26 at 1:02 AM (charge Ksh0.00). You now hold Ksh3,015.00 {ok}";
    expect(readMessage(ke, other, [custom])).toMatchObject({
      code: "ZZZ999XXX1",
      amountMinor: 2_000n,
      balanceMinor: 301_500n,
    });
  });

  test("reads nothing whose words differ", () => {
    const custom = own();
    for (const [from, to] of [
      ["came from", "went to"],
      ["Done", "Failed"],
      ["You now hold", "You now owe"],
      ["{ok}", "{ok} and more"],
      ["{ok}", ""],
      ["Ksh1,500.00", "USD1,500.00"],
    ] as const)
      expect(readMessage(ke, text.replace(from, to), custom ? [custom] : [])).toBeNull();
  });

  test("is none where a value is missing, or cannot be told from another", () => {
    for (const wrong of [
      { amount: "1501" },
      { balance: "1500" },
      { code: "ABCDEF1234" },
      { fee: "7" },
      { amount: "" },
      { amount: "0712000001x" },
    ])
      expect([wrong, patternOf(ke, text, { ...answer, ...wrong })]).toEqual([wrong, null]);
    const none = text.replace("1,500.00", "0.00");
    expect(patternOf(ke, none, { ...answer, amount: "0.00" })).toBeNull();
    const twice = "QWE123RTY9 Done. Ksh10.00 came from AMINA. You now hold Ksh10.00";
    expect(
      patternOf(ke, twice, { kind: "received", amount: "10", balance: "10", fee: null, code: null }),
    ).toBeNull();
    expect(
      patternOf(ke, twice, { kind: "received", amount: "10", balance: null, fee: null, code: null }),
    ).toBeNull();
  });

  test("is none of a long text or an odd code, and never throws", () => {
    expect(patternOf(ke, text.padEnd(2_001, "."), answer)).toBeNull();
    for (const code of ["", " ", "- -", "((((", "AB 12", "AB-12", "\\d1234"])
      expect([code, patternOf(ke, `${text} ${code}`, { ...answer, code })]).toEqual([code, null]);
    expect(patternOf(ke, text.replace("Done", "Done \u0001some\u0002"), answer)?.shape).toBe(
      patternOf(ke, text.replace("Done", "Done some"), answer)?.shape,
    );
  });

  test("of what moves nothing needs no amount", () => {
    const custom = patternOf(ke, "Your limit is now Ksh900.00 until 1/1/26 at 1:00 PM", {
      kind: "balance",
      amount: "",
      balance: null,
      fee: null,
      code: null,
    });
    expect(
      readMessage(ke, "Your limit is now Ksh50.00 until 2/1/26 at 1:00 PM", custom ? [custom] : []),
    ).toMatchObject({
      ...{ kind: "balance", amountMinor: 0n, balanceMinor: null },
    });
  });

  test("of any sample reads that sample as it was answered", () => {
    let made = 0;
    for (const sample of samples) {
      const its = network(sample.network);
      const whole = readMessage(its, sample.text);
      const told = sample.expect;
      const custom = patternOf(its, sample.text, {
        ...{ kind: told.kind as MessageKind, amount: told.amount ?? "", balance: told.balance ?? null },
        ...{ fee: null, code: told.code ?? null },
      });
      if (!custom) continue;
      made += 1;
      const again = readMessage({ ...its, code: "none" }, sample.text, [custom]);
      expect([sample.text, again]).toEqual([
        sample.text,
        expect.objectContaining({
          kind: whole?.kind,
          amountMinor: whole?.amountMinor,
          balanceMinor: whole?.balanceMinor,
        }),
      ]);
    }
    console.log(`${made} of ${samples.length} samples make a pattern`);
    expect(made).toBeGreaterThan(samples.length / 2);
  });
});

/** A text that a shape reads. */
function exampleOf(shape: string): string {
  const values: Record<string, string> = {
    ...{
      code: "AB12CD34EF",
      phone: "0712000001",
      name: "A",
      some: "A",
      reference: "A",
      word: "A1",
      any: "A1",
    },
    ...{ dmy: "1/1/25 at 1:00 PM", iso: "2025-01-01 10:00:00", dmonthy: "01-May-2025 10:00" },
  };
  return shape
    .replace(/\{(\w+)\}/g, (_, hole: string) => values[hole] ?? "10.00")
    .replace(/\(([^()|]*)\|[^()]*\)/g, "$1")
    .replace(/[[\]…]/g, "");
}

test("the example of every shape is read by it", () => {
  expect(holeOf("money", "KES")).toContain("ksh");
  for (const [code, rows] of Object.entries(patterns))
    for (const { shape } of rows)
      expect([shape, patternOfShape(shape, network(code).currency, false).test(exampleOf(shape))]).toEqual([
        shape,
        true,
      ]);
});
