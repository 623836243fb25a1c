/** A wallet of pawaPay. `decimals` are those of a charge and of a payout, until its configuration says otherwise. */
export interface PawapayProvider {
  network: string;
  provider: string;
  decimals: { charge: 0 | 2; payout: 0 | 2 };
}

/** Our code, pawaPay's, decimals of charges, and of payouts where they differ. */
const table: [string, string, 0 | 2, (0 | 2)?][] = [
  ["mtn_bj", "MTN_MOMO_BEN", 0],
  ["moov_bj", "MOOV_BEN", 0],
  ["moov_bf", "MOOV_BFA", 0],
  ["orange_bf", "ORANGE_BFA", 0],
  ["mtn_cm", "MTN_MOMO_CMR", 0],
  ["orange_cm", "ORANGE_CMR", 0],
  ["mtn_ci", "MTN_MOMO_CIV", 0],
  ["orange_ci", "ORANGE_CIV", 0],
  ["wave_ci", "WAVE_CIV", 0],
  ["mpesa_cd", "VODACOM_MPESA_COD", 2],
  ["airtel_cd", "AIRTEL_COD", 2],
  ["orange_cd", "ORANGE_COD", 2],
  ["airtel_cg", "AIRTEL_COG", 0],
  ["mtn_cg", "MTN_MOMO_COG", 0],
  ["mpesa_et", "MPESA_ETH", 2],
  ["airtel_ga", "AIRTEL_GAB", 2],
  ["mtn_gh", "MTN_MOMO_GHA", 2],
  ["airteltigo_gh", "AIRTELTIGO_GHA", 2],
  ["telecel_gh", "VODAFONE_GHA", 2],
  ["mpesa_ke", "MPESA_KEN", 0, 2],
  ["mpesa_ls", "MPESA_LSO", 2],
  ["airtel_mw", "AIRTEL_MWI", 2],
  ["tnm_mw", "TNM_MWI", 2],
  ["movitel_mz", "MOVITEL_MOZ", 0, 2],
  ["mpesa_mz", "VODACOM_MOZ", 2],
  ["airtel_ng", "AIRTEL_NGA", 0],
  ["mtn_ng", "MTN_MOMO_NGA", 2],
  ["airtel_rw", "AIRTEL_RWA", 0],
  ["mtn_rw", "MTN_MOMO_RWA", 0],
  ["free_sn", "FREE_SEN", 0],
  ["orange_sn", "ORANGE_SEN", 0],
  ["wave_sn", "WAVE_SEN", 0],
  ["orange_sl", "ORANGE_SLE", 2],
  ["airtel_tz", "AIRTEL_TZA", 2],
  ["mpesa_tz", "VODACOM_TZA", 0],
  ["yas_tz", "TIGO_TZA", 0],
  ["halotel_tz", "HALOTEL_TZA", 0],
  ["airtel_ug", "AIRTEL_OAPI_UGA", 0],
  ["mtn_ug", "MTN_MOMO_UGA", 2],
  ["airtel_zm", "AIRTEL_OAPI_ZMB", 2],
  ["mtn_zm", "MTN_MOMO_ZMB", 2],
  ["zamtel_zm", "ZAMTEL_ZMB", 2],
];

const rows: readonly PawapayProvider[] = table.map(([network, provider, charge, payout = charge]) => ({
  network,
  provider,
  decimals: { charge, payout },
}));

/** By our code; null for a network that pawaPay does not support. */
export function providerOf(network: string | undefined): PawapayProvider | null {
  return rows.find((row) => row.network === network) ?? null;
}

/** The decimals that this wallet accepts: M-Pesa of Congo holds whole francs, and dollars with cents. */
export function decimalsOf(
  { network, decimals }: PawapayProvider,
  op: "charge" | "payout",
  currency: string,
): 0 | 2 {
  return network === "mpesa_cd" && currency === "CDF" ? 0 : decimals[op];
}

/** By pawaPay's own code; null for a network that we do not offer. */
export function ofProvider(provider: string): PawapayProvider | null {
  return rows.find((row) => row.provider === provider) ?? null;
}

/** ISO 3166 alpha-2 by alpha-3, which pawaPay uses. */
const countries: Record<string, string> = {
  BEN: "BJ",
  BFA: "BF",
  CMR: "CM",
  CIV: "CI",
  COD: "CD",
  COG: "CG",
  ETH: "ET",
  GAB: "GA",
  GHA: "GH",
  KEN: "KE",
  LSO: "LS",
  MWI: "MW",
  MOZ: "MZ",
  NGA: "NG",
  RWA: "RW",
  SEN: "SN",
  SLE: "SL",
  TZA: "TZ",
  UGA: "UG",
  ZMB: "ZM",
};

export function alpha2(country: string): string | null {
  return countries[country] ?? null;
}
