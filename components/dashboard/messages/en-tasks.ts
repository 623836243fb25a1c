/** What needs a person: the list, and every kind of it as its seller reads it. */
export const enTasks = {
  tasksPurpose: "What the service cannot decide by itself.",
  tasksOpen: "Open",
  tasksSettled: "Settled",
  noneSettled: "Nothing was settled yet.",
  noTasks: "Nothing needs you. Money that matches no payment would show up here.",
  taskSince: "Since {date}",
  taskSettledAt: "settled {date}",
  moneyDecided: "The owner or an admin decides about money.",
  acceptForOrder: "Accept it for the order",
  giveBack: "Give it back",
  markSettled: "Mark as settled",
  isSettled: "Settled. You find it under Settled.",
  isAccepted: "Accepted: the order is paid.",
  seeOrder: "See the order",
  isReturning: "The money is on its way back to its payer. If that fails you find it here again.",
  seePayout: "See the payout",
  seeInvoice: "See the invoice",
  seeNumber: "See {number}",
  anOrder: "an order",

  task_suspense: "We hold {got} that matched no payment",
  suspense_underpaid:
    "Less came than {order} asked for ({expected}). Accept it for the order, which becomes as large as what came, or give it back.",
  suspense_overpaid:
    "More came than {order} asked for ({expected}). Accept it, and what is too much goes back by itself; or give all of it back.",
  suspense_wrong_currency: "It came in another currency than {order} asked for ({expected}). Give it back.",
  suspense_wrong_reference:
    "The provider names another payment than the one we started for {order}. Ask your customer; then accept it or give it back.",
  suspense_other: "It came for {order}. Accept it for the order or give it back.",
  task_late_payment: "{order} was paid late",
  task_late_payment_what:
    "Its payer had been told that it did not go through, and the money came after all. The order is paid now; see whether they paid you another way too.",
  task_payment_disputed: "The payer of {order} asks the bank for the money back",
  task_payment_disputed_what:
    "What it may cost you is kept back in your wallet until the bank decides. Give the money back yourself, or collect what shows that you delivered and send it to whoever runs this service: they answer the bank. If the bank decides for the payer, the money is taken back.",
  task_payment_reversed: "The provider took back the payment for {order}",
  task_payment_reversed_what:
    "The money left your wallet again. A subscription that it paid for goes on until you end it on its page, unless your settings end it by themselves.",
  task_contradiction: "The provider contradicts itself about {order}",
  task_contradictionOnly: "The provider contradicts itself",
  task_contradiction_what:
    "It said one thing and later another. Money stays where it is. Ask the provider before you act.",
  task_no_answer: "The provider never said what became of a payment for {order}",
  task_no_answer_what:
    "It was asked for 72 hours. Look at the provider's own records; nothing was taken into your wallet.",
  task_rail_problem: "A payment for {order} could not be started properly",
  task_rail_problem_what:
    "Something is wrong between us and the provider. Whoever runs the service has to look; tell them the order's number.",
  task_refund_failed: "A refund of {amount} for {order} failed",
  task_refund_failed_what:
    "The provider could not give the money back, so it is in your wallet again, or set aside as it was. Your customer still waits: try again, or pay them another way.",
  task_refund_came_back: "A refund of {amount} for {order} did not reach the payer",
  task_refund_came_back_what:
    "The provider had said that it arrived, and now says that it came back. The money is where it was before, in your wallet or set aside. Your customer still waits: try again, or pay them another way.",
  task_refund_no_answer: "The provider never said whether a refund for {order} arrived",
  task_refund_no_answer_what:
    "It was asked for 72 hours. {amount} stays reserved. Ask your customer whether it came, and tell whoever runs the service: they can decide it by what the provider's records say.",
  task_cancelled_invoice_was_part_paid: "{number} is cancelled, and {paid} of it was paid",
  task_cancelled_invoice_was_part_paid_what:
    "The money stays in your wallet. Refund its orders if it should go back.",
  task_link_over_limit: "One payment too many for “{link}”",
  task_link_over_limit_what: "{order} was paid after all places were taken. Deliver it, or refund the order.",
  task_payout_reversed: "A payout of {amount} came back after it had arrived",
  task_payout_reversed_what:
    "The provider took it back from {destination}. Amount and fee are in your wallet again; check the account before you pay out again.",
  task_payout_no_answer: "The provider never said whether a payout of {amount} arrived",
  task_payout_no_answer_what:
    "It was asked for 72 hours. Look whether it came to {destination}, and tell whoever runs the service.",
  task_other_what: "Somebody should look at this.",
} as const;
