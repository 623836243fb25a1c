/** Payments that payers dispute at their banks, what is kept back for them, and what stores owe. */
export const enDisputes = {
  disputes: "Disputes",
  dispute_open: "Open",
  dispute_won: "Won: the money stays",
  dispute_lost: "Lost: the money was taken back",
  dispute_accepted: "Given in: the money was taken back",
  disputedOn: "Disputed on",
  evidenceUntil: "Bank takes evidence until",
  decidedOn: "Decided on",
  disputeReason: "Reason the bank gives",
  keptBack: "Kept back in the wallet",
  keptBackNote: "For payments that payers dispute",
  atProvider: "At the provider",

  opsDisputes: "Disputes",
  disputesPurpose:
    "What payers dispute at their banks. Answer at the provider, in time; its decision is booked by itself.",
  disputes_open: "Open",
  disputes_decided: "Decided",
  noDispute_open: "No payment is disputed.",
  noDispute_decided: "No dispute was decided yet.",
  noDate: "No date given",
  disputeFee: "the provider took {fee} for it",
  debts: "What stores owe",
  owesUs: "Owes",
  noDebts: "No store owes anything.",

  line_dispute_reserved: "Kept back while the payment for {order} is disputed",
  line_dispute_released: "What was kept back for {order} is in the wallet again",
  line_second_received: "{amount} more came for {order}, which was paid: set aside",
  suspense_second_payment:
    "{order} was paid, and the provider says that it was paid once more. Ask your customer; then give it back.",
  task_payment_reinstated:
    "The provider took the payment for {order} back, and now says that it is there again",
  task_payment_reinstated_what:
    "Nothing was booked. Whoever runs the service has to ask the provider where the money is.",
  task_second_payment: "{order} was paid twice at the provider",
  task_second_payment_what:
    "A second payment came under one attempt and is set aside in the store’s wallet. Compare reference and receipt with the provider’s records; the seller gives it back.",
  task_taken_beyond: "A bank took more for {order} than the payment still had",
  task_taken_beyond_what:
    "The payment was refunded and taken back: {beyond} went twice. The seller was not charged for it; claim it from the provider.",
  task_dispute_contradiction: "The provider decided a dispute about {order} in two ways",
  task_dispute_contradiction_what:
    "It was {was} and is now said to be {said}. Nothing was booked for the second word; ask the provider.",

  endsAccessOnReversal: "End access when a bank takes a payment back",
  endsAccessOnReversalHelp:
    "The subscription that the payment bought ends at once. Without this it goes on until you end it.",
  endSubscription: "End this subscription now",
  endSubscriptionMeans:
    "A bank took a payment of it back. Access stops at once, and it is not renewed. The subscriber is told and can start again by paying. Nothing is refunded by this.",
  endSubscriptionGo: "End it, access stops now",
  endedNow: "The subscription has ended, and access with it.",
  did_subscription_ended: "Ended at once, because a bank took a payment back",
} as const;
