/** What who runs the service reads about refunds. */
export const enOpsRefunds = {
  opsRefunds: "Refunds",
  refundPage: "Refund",
  decideRefund: "Decide a refund",
  seeRefund: "See the refund",
  opsRefundOf: "{amount} of {order}",
  refundsOldest: "Money on its way back to payers; what waits longest comes first.",
  refundsNewest: "Money that went back to payers, newest first.",
  noRefund_hand: "No refund needs a hand. One that the provider never speaks of would show up here.",
  noRefund_under_way: "No refund is under way.",
  noRefund_done: "No refund has ended yet.",
  refundHand_unknown: "Nobody knows",
  refundHand_unknown_what:
    "The provider was asked for 72 hours and never said whether the payer has it. The money stays reserved. Look at the provider’s own records, ask the seller, and then decide.",
  refundHand_under_way: "Under way",
  refundHand_under_way_what:
    "The provider has it and is asked by itself, ever more rarely, for 72 hours. There is nothing to do.",
  refundIs_queued: "queued",
  refundIs_sent: "sent",
  refundIs_paid: "arrived",
  refundIs_failed: "not arrived",
  askedRefundStill: "The provider was asked and still does not say whether it arrived.",
  askedRefundNow: "The provider was asked. The refund is {status} now.",
  opsOrder: "Order",
  hand_refunds: "Refunds",
  hand_refunds_what: "Nobody knows whether they arrived.",
  task_refund_no_answer_ours:
    "It was asked for 72 hours. Look at the provider’s own records, then decide whether the refund arrived.",

  act_arrived: "It arrived",
  act_arrived_effect:
    "The refund counts as arrived: the order says how much went back, the payer is told, and order.refunded is sent to webhooks.",
  act_arrived_undo: "You can undo this: “It came back” puts the money where it was before the refund.",
  act_arrived_evidence: "The provider’s own reference or receipt for it",
  act_not_arrived: "It did not arrive",
  act_not_arrived_effect:
    "The money is where it was before the refund, in the seller’s wallet with the fee as before, or set aside, and can be given back anew. Should the provider deliver it after all, the same money has gone back twice, and a task says so.",
  act_not_arrived_undo: "This cannot be undone: the money can be given back or paid out again at once.",
  act_not_arrived_evidence: "Where you saw that it did not arrive and will not: a reference, a date, a name",
  act_did_come_back: "It came back",
  act_did_come_back_effect:
    "The money is where it was before the refund, because the provider has it again: in the seller’s wallet with the fee as before, or set aside. The order says so, and order.refund_failed is sent to webhooks.",
  act_did_come_back_undo: "This cannot be undone: the money can be given back or paid out again at once.",
  act_did_come_back_evidence: "The entry in our account that shows it back: a reference, a date",
} as const;
