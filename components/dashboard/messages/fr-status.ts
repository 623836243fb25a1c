import type { DashboardMessages } from "./words";

export const frStatus: DashboardMessages["status"] = {
  pay_pending: "En attente",
  pay_paid: "Payée",
  pay_failed: "Non payée",
  pay_expired: "Expirée",
  pay_partially_refunded: "Remboursée en partie",
  pay_refunded: "Remboursée",

  method_mobile_money: "Mobile money",
  method_card: "Carte",
  method_bank: "Banque",
  method_cash: "Espèces",
  method_free: "Gratuit",

  source_storefront: "Page de produit",
  source_funnel: "Tunnel de vente",
  source_embed: "Intégration",
  source_payment_link: "Lien de paiement",
  source_invoice: "Facture",
  source_subscription: "Abonnement",
  source_api: "API",
  source_manual: "À la main",
  source_import: "Import",
};
