/**
 * The network of this number by its first digits, or null. The longest prefix wins. Use it only to preselect a network:
 * numbers move between operators, so the payer may always choose another. Wave is never guessed, as it is an app beside
 * any operator. `phone` is E.164.
 */
export function networkOfPrefix(phone: string): string | null {
  const digits = phone.replace(/^\+/, "");
  for (let length = longest; length > 0; length -= 1) {
    const found = prefixes.get(digits.slice(0, length));
    if (found) return found;
  }
  return null;
}

/** Calling code, then each network's first digits after it as E.164 writes them; "10-15" is every number between. */
const table: Record<string, Record<string, string>> = {
  "225": { orange_ci: "07", mtn_ci: "05", moov_ci: "01" },
  "226": {
    orange_bf: "04-07 54-57 64-67 74-77",
    moov_bf: "01-03 50-53 60-63 70-73",
  },
  "229": {
    mtn_bj: "0142 0146 015 0161 0162 0166 0167 0169 0190 0191 0196 0197",
    moov_bj: "0145 0155 0158 0160 0163-0165 0168 0194 0195 0198 0199",
  },
  "221": { orange_sn: "71 77 78", free_sn: "76", expresso_sn: "70" },
  "233": { mtn_gh: "24 25 53-55 59", telecel_gh: "20 50", airteltigo_gh: "26 27 56 57" },
  "237": { mtn_cm: "67 650-654 680-683", orange_cm: "64 69 655-659 686-689" },
  "241": { airtel_ga: "74 77" },
  "242": { mtn_cg: "06", airtel_cg: "04 05" },
  "243": { mpesa_cd: "81-83 86", airtel_cd: "96-99", orange_cd: "80 84 85 89" },
  "250": { mtn_rw: "78 79", airtel_rw: "72 73" },
  "254": {
    mpesa_ke: "11 14 70-72 74 79 757-759 768 769",
    airtel_ke: "10 73 75 78 761 762",
  },
  "255": {
    mpesa_tz: "74-76 79",
    yas_tz: "65 67 70 71 77",
    airtel_tz: "66 68 69 78",
    halotel_tz: "61-63",
  },
  "256": { mtn_ug: "76-78 790-793", airtel_ug: "70 74 75 730 795" },
  "258": { mpesa_mz: "84 85", movitel_mz: "86 87" },
  "260": { mtn_zm: "56 76 96", airtel_zm: "57 77 97", zamtel_zm: "55 75 95" },
  "265": { airtel_mw: "9", tnm_mw: "8" },
};

const prefixes: ReadonlyMap<string, string> = new Map(
  Object.entries(table).flatMap(([calling, rows]) =>
    Object.entries(rows).flatMap(([code, list]) =>
      list
        .split(" ")
        .flatMap(everyPrefix)
        .map((prefix): [string, string] => [calling + prefix, code]),
    ),
  ),
);

const longest = Math.max(...[...prefixes.keys()].map((prefix) => prefix.length));

function everyPrefix(range: string): string[] {
  const [first = "", last = first] = range.split("-");
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_none, index) =>
    String(Number(first) + index).padStart(first.length, "0"),
  );
}
