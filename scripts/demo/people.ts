import { createHash } from "node:crypto";
import { isScripted } from "@/lib/providers/rails/sandbox/script";
import type { Person } from "@/lib/services/desk/demo/past-world";

/** Chance that comes out the same each time: the demo store of two first starts differs in nothing but dates and codes. */
export interface Luck {
  /** 0 up to, not including, `sides`. */
  roll(sides: number): number;
  /** One in `sides`. */
  once(sides: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
}

export function luckOf(seed: string): Luck {
  let drawn = 0;
  const roll = (sides: number) => {
    drawn += 1;
    return createHash("sha256").update(`${seed}/${drawn}`).digest().readUInt32LE(0) % sides;
  };
  return {
    roll,
    once: (sides) => roll(sides) === 0,
    pick: (list) => list[roll(list.length)] ?? list[0],
  };
}

/** Made up, like all that they do. */
const names = [
  ...[
    "Achieng Odhiambo",
    "Barasa Wekesa",
    "Chebet Kiptoo",
    "Dalmas Ochieng",
    "Esther Wanjiru",
    "Faith Mutua",
  ],
  ...["Grace Akinyi", "Hassan Abdi", "Imani Mwangi", "Joseph Kamau", "Khadija Noor", "Linet Moraa"],
  ...["Mercy Chepkemoi", "Njeri Kariuki", "Otieno Okoth", "Patrick Njoroge", "Quinter Atieno", "Rehema Juma"],
  ...["Samuel Kiprono", "Tabitha Nduta", "Umi Salim", "Violet Nekesa", "Wambui Gitau", "Yusuf Omar"],
  ...["Zipporah Kemunto", "Aisha Mohamed", "Brian Kimani", "Caroline Jepkosgei", "David Musyoka"],
  ...["Emmanuel Simiyu", "Fatuma Ali", "George Onyango", "Hellen Nyambura", "Isaac Mutiso", "Jane Auma"],
  ...["Kevin Kipchumba", "Lucy Wairimu", "Moses Wafula", "Nancy Cherono", "Omondi Were", "Pauline Kerubo"],
  ...["Ruth Nyokabi", "Stephen Maina", "Teresia Mumbua", "Victor Oduor", "Winnie Adhiambo", "Zawadi Mwikali"],
];

/** First digits of M-PESA and of Airtel Money, about as common as they are in Nairobi. */
const prefixes = ["0722", "0712", "0720", "0790", "0110", "0742", "0733", "0100"] as const;

/** The shop's customers. Every second one also has an address, at a name that nobody can own (RFC 2606). */
export function people(luck: Luck): [Person, ...Person[]] {
  const all = names.map((name, index) => ({
    name,
    phone: newPhone(luck),
    email: index % 2 === 0 ? `${name.toLowerCase().replace(" ", ".")}@example.com` : null,
  }));
  // Safe: the list of names is not empty.
  return all as [Person, ...Person[]];
}

/** One whose last digits mean nothing to the sandbox: it is paid. */
function newPhone(luck: Luck): string {
  for (;;) {
    const phone = `${luck.pick(prefixes)} ${100 + luck.roll(900)} ${100 + luck.roll(900)}`;
    if (!isScripted(phone.replaceAll(" ", ""))) return phone;
  }
}
