import type { Language } from "./languages";

/** What a shop in a country most likely uses: a guess for a form, which its owner may change. */
export interface CountryDefaults {
  /** ISO 4217 code. */
  currency: string;
  /** One of ours; English where none of them is an official one. */
  language: Language;
  /** IANA names, the one of most people first. */
  zones: string[];
}

/** No runtime knows the money of a country: ISO 4217 names it by its countries. */
const countriesOf: Record<string, string> = {
  ...{ AED: "AE", AFN: "AF", ALL: "AL", AMD: "AM", AOA: "AO", ARS: "AR", AUD: "AU CC CX KI NF NR TV" },
  ...{ AWG: "AW", AZN: "AZ", BAM: "BA", BBD: "BB", BDT: "BD", BHD: "BH", BIF: "BI", BMD: "BM", BND: "BN" },
  ...{ BOB: "BO", BRL: "BR", BSD: "BS", BTN: "BT", BWP: "BW", BYN: "BY", BZD: "BZ", CAD: "CA", CDF: "CD" },
  ...{ CHF: "CH LI", CLP: "CL", CNY: "CN", COP: "CO", CRC: "CR", CUP: "CU", CVE: "CV", CZK: "CZ", DJF: "DJ" },
  ...{ DKK: "DK FO GL", DOP: "DO", DZD: "DZ", EGP: "EG", ERN: "ER", ETB: "ET" },
  EUR: "AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT",
  ...{ FJD: "FJ", FKP: "FK", GBP: "GB GG IM JE TA", GEL: "GE", GHS: "GH", GIP: "GI", GMD: "GM", GNF: "GN" },
  ...{ GTQ: "GT", GYD: "GY", HKD: "HK", HNL: "HN", HTG: "HT", HUF: "HU", IDR: "ID", ILS: "IL PS", INR: "IN" },
  ...{ IQD: "IQ", IRR: "IR", ISK: "IS", JMD: "JM", JOD: "JO", JPY: "JP", KES: "KE", KGS: "KG", KHR: "KH" },
  ...{ KMF: "KM", KPW: "KP", KRW: "KR", KWD: "KW", KYD: "KY", KZT: "KZ", LAK: "LA", LBP: "LB", LKR: "LK" },
  ...{ LRD: "LR", LSL: "LS", LYD: "LY", MAD: "EH MA", MDL: "MD", MGA: "MG", MKD: "MK", MMK: "MM", MNT: "MN" },
  ...{ MOP: "MO", MRU: "MR", MUR: "MU", MVR: "MV", MWK: "MW", MXN: "MX", MYR: "MY", MZN: "MZ", NAD: "NA" },
  ...{ NGN: "NG", NIO: "NI", NOK: "NO SJ", NPR: "NP", NZD: "CK NU NZ TK", OMR: "OM", PAB: "PA", PEN: "PE" },
  ...{ PGK: "PG", PHP: "PH", PKR: "PK", PLN: "PL", PYG: "PY", QAR: "QA", RON: "RO", RSD: "RS", RUB: "RU" },
  ...{ RWF: "RW", SAR: "SA", SBD: "SB", SCR: "SC", SDG: "SD", SEK: "SE", SGD: "SG", SHP: "AC SH", SLE: "SL" },
  ...{ SOS: "SO", SRD: "SR", SSP: "SS", STN: "ST", SYP: "SY", SZL: "SZ", THB: "TH", TJS: "TJ", TMT: "TM" },
  ...{ TND: "TN", TOP: "TO", TRY: "TR", TTD: "TT", TWD: "TW", TZS: "TZ", UAH: "UA", UGX: "UG" },
  ...{ USD: "AS BQ EC FM GU IO MH MP PR PW SV TC TL US VG VI", UYU: "UY", UZS: "UZ", VED: "VE", VND: "VN" },
  ...{ VUV: "VU", WST: "WS", XAF: "CF CG CM GA GQ TD", XCD: "AG AI DM GD KN LC MS VC", XCG: "CW SX" },
  ...{ XOF: "BF BJ CI GW ML NE SN TG", XPF: "NC PF WF", YER: "YE", ZAR: "ZA", ZMW: "ZM", ZWG: "ZW" },
};

const languageOf: Partial<Record<Language, string>> = {
  fr: "BF BI BJ BL CD CF CG CI CM DJ DZ FR GA GF GN GP GQ HT KM LU MA MC MF MG ML MQ MR NC NE PF PM RE SN TD TG TN WF YT",
  pt: "AO BR CV GW MO MZ PT ST TL",
  sw: "TZ",
  am: "ET",
  rw: "RW",
  ar: "AE BH EG EH IQ JO KW LB LY OM PS QA SA SD SY YE",
};

/** Where the alphabet would put a zone of few people first. */
const mainZones: Record<string, string> = {
  ...{ AR: "America/Argentina/Buenos_Aires", AU: "Australia/Sydney", BR: "America/Sao_Paulo" },
  ...{ CA: "America/Toronto", CL: "America/Santiago", CN: "Asia/Shanghai", CY: "Asia/Nicosia" },
  ...{ DE: "Europe/Berlin", EC: "America/Guayaquil", ES: "Europe/Madrid", FM: "Pacific/Pohnpei" },
  ...{ GL: "America/Nuuk", ID: "Asia/Jakarta", KI: "Pacific/Tarawa", KZ: "Asia/Almaty" },
  ...{ MH: "Pacific/Majuro", MN: "Asia/Ulaanbaatar", MX: "America/Mexico_City", NZ: "Pacific/Auckland" },
  ...{ PF: "Pacific/Tahiti", PG: "Pacific/Port_Moresby", PT: "Europe/Lisbon", RU: "Europe/Moscow" },
  ...{ UA: "Europe/Kyiv", US: "America/New_York", UZ: "Asia/Tashkent" },
  // Unicode's data give these none.
  ...{ AC: "Atlantic/St_Helena", TA: "Atlantic/St_Helena", XK: "Europe/Belgrade" },
};

/** Node still lists some zones by the names of the last century; both names mean the same everywhere. */
const modernNames: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The name of a time zone that people use today. */
export function modernZone(name: string): string {
  return modernNames[name] ?? name;
}

/** `country`: ISO 3166 code. Null where nobody can have a shop, or the code is not one. */
export function countryDefaults(country: string): CountryDefaults | null {
  const currency = codeOf(countriesOf, country);
  if (!currency) return null;
  return { currency, language: codeOf(languageOf, country) ?? "en", zones: zonesOf(country) };
}

/** "Nairobi", "Buenos Aires": the place for which a zone is named. */
export function placeOfZone(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** The country that a browser's languages name, best first: KE of `en-KE,en;q=0.9`. Null where they name none. */
export function acceptedCountry(header: string): string | null {
  for (const part of header.split(",").slice(0, 20)) {
    const region = /^\s*[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\s*(?:;|$)/.exec(part)?.[1];
    if (region && countryDefaults(region)) return region;
  }
  return null;
}

function codeOf<Code extends string>(lists: Partial<Record<Code, string>>, country: string): Code | null {
  // Safe: the keys of a list of codes.
  const codes = Object.keys(lists) as Code[];
  return codes.find((code) => lists[code]?.split(" ").includes(country)) ?? null;
}

/** TypeScript does not know them yet; the method is newer than our oldest Node, which has the property. */
interface KnowsZones {
  timeZones?: string[];
  getTimeZones?(): string[];
}

function zonesOf(country: string): string[] {
  const known = new Intl.Locale(`und-${country}`) as Intl.Locale & KnowsZones;
  const zones = (known.getTimeZones?.() ?? known.timeZones ?? []).map(modernZone);
  const main = mainZones[country];
  return main ? [main, ...zones.filter((zone) => zone !== main)] : zones;
}
