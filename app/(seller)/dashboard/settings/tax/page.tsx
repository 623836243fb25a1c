import { done } from "@/lib/auth/sealed-cookie";
import { decimalText } from "@/lib/domain/money";
import { fiscalSystemOf } from "@/lib/domain/tax";
import { changeTax } from "@/lib/services/catalog/stores/update-store";
import { actPage, inSection } from "../../act-page";
import { taxPath } from "../../paths";
import { wordsFor } from "../../words";

/** The tax that prices include. `changeTax` says what is wrong with the fields. */
const tax = actPage({
  on: inSection("settings"),
  may: "store.settings",
  title: "includedTax",
  purpose: ({ words }) => words.text("includedTaxPurpose"),
  go: "save",
  fields: {
    label: { kind: "text", label: "taxLabel", help: "taxLabelHelp", placeholder: "VAT" },
    rate: { kind: "text", inputMode: "decimal", label: "taxRatePercent", help: "includedTaxRateHelp" },
    from: { kind: "text", type: "date", label: "taxFrom", help: "taxFromHelp" },
  },
  held: ({ seller: { store } }) => ({
    label: store.taxLabel,
    rate: store.taxRatePpm === 0 ? "" : decimalText(BigInt(store.taxRatePpm), 4),
    from: store.taxFrom,
  }),
  above: ({ seller, words }) => {
    const system = seller.store.signsSales ? null : fiscalSystemOf(seller.store.country);
    return system && <p className="mb-6 max-w-[68ch] text-ink-2">{words.text("notFiscal", { system })}</p>;
  },
  run: async (seller, { typed }, world) => {
    await changeTax(world, seller.caller(true), typed);
    return done(taxPath, wordsFor(seller).text("taxSaved"));
  },
});

export const generateMetadata = tax.metadata;
export default tax.page(async (previous, form) => {
  "use server";
  return tax.send(previous, form);
});
