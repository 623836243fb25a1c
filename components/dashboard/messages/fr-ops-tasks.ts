import type { DashboardMessages } from "./words";

export const frOpsTasks: DashboardMessages["opsTasks"] = {
  task_insufficient_float: "Notre compte chez {rail} ne couvre pas un reversement",
  task_insufficient_float_what:
    "Le vendeur n’a pas été refusé : il attend. Approvisionnez notre compte là-bas. Un reversement qui n’est pas encore parti part de lui-même dans les dix minutes ; un reversement que le prestataire a refusé doit être remis au portefeuille.",
  task_needs_manual_approval: "Un reversement attend d’être approuvé chez {rail}",
  task_needs_manual_approval_what:
    "Approuvez-le dans le tableau de bord du prestataire, et désactivez-y l’approbation des transferts par API, sinon chaque reversement attendra.",
  task_unknown_payment: "Un prestataire nous annonce un paiement que nous n’avons jamais lancé",
  task_unknown_payment_what:
    "Rien n’a été crédité. C’est peut-être un autre serveur avec les mêmes identifiants, ou quelqu’un qui essaie. Vérifiez chez le prestataire.",
  task_unknown_transfer:
    "Un prestataire nous annonce un reversement ou un remboursement que nous n’avons jamais envoyé",
  task_unknown_transfer_what:
    "S’il figure dans les relevés du prestataire, quelqu’un d’autre utilise notre compte : changez ses clés et interrogez le prestataire.",
  task_invariant_broken: "Ce qui doit toujours être vrai ne l’est pas (numéro {number})",
  task_invariant_broken_what:
    "{what}. C’est une erreur du programme, ou quelqu’un a modifié la base de données à la main. Rien ne se répare tout seul ; faites une copie de la base avant toute chose.",
  task_rail_refused: "{rail} refuse notre compte ou ses identifiants",
  task_rail_refused_what:
    "Sa réponse : {detail}. Les paiements qui commencent par lui passent par un autre ou échouent. Vérifiez la connexion, et saisissez de nouveau les identifiants s’ils ont été changés ou retirés, et voyez dans son tableau de bord si le compte y a droit.",
  task_rail_untrusted: "La ligne vers {rail} n’est pas sûre",
  task_rail_untrusted_what:
    "Son certificat n’inspire pas confiance ({detail}) : rien n’a été envoyé. Aucun paiement n’échoue pour cela, et aucun ne peut commencer : regardez l’horloge de ce serveur et ce qui se trouve entre les deux, puis vérifiez la connexion.",
  task_rail_unproved: "Les rappels de {rail} ne prouvent pas d’où ils viennent",
  task_rail_unproved_what:
    "Ils ont été refusés. En attendant, les paiements sont retrouvés en interrogeant, ce qui est plus lent. Si cela dure : le secret des rappels est-il le même ici et dans le tableau de bord, et les horloges sont-elles justes ? Sinon quelqu’un essaie de les contrefaire, en vain.",
  task_rail_needs_operator: "{rail} attend quelque chose dans son tableau de bord",
  task_rail_needs_operator_what:
    "Sa réponse : {detail}. Rien n’avance tant que quelqu’un ne le fait pas là-bas.",
  task_rail_odd: "{rail} a dit quelque chose que nous ne comprenons pas",
  task_rail_odd_what:
    "Sa réponse : {detail}. L’argent est en sûreté : ce qui n’est pas compris compte comme indécis et sera redemandé. Si cela dure, cette version est trop ancienne pour le prestataire.",
  task_rail_problem_ours:
    "Le prestataire a refusé de le lancer pour une raison que la personne qui paie ne peut pas corriger. Vérifiez la connexion de ce canal ; un autre moyen lui a été proposé.",
  task_contradiction_ours:
    "Il a dit une chose, puis une autre. L’argent reste où il est. Interrogez le prestataire avant que quiconque agisse.",
  task_payment_disputed_ours:
    "Ce que cela peut coûter à la boutique est retenu dans son portefeuille. Le vendeur réunit ce qui prouve la livraison et vous l’envoie : répondez à la banque chez le prestataire, à temps. Sa décision est comptée d’elle-même.",
  task_payment_reversed_ours:
    "L’argent a quitté le portefeuille de la boutique. Le vendeur décide de la suite pour ce qu’il payait ; il n’y a rien à faire ici.",
  task_payout_no_answer_ours:
    "Il a été interrogé pendant 72 heures. Consultez les relevés du prestataire, puis marquez le reversement comme payé ou remettez-le au portefeuille.",
  seeRail: "Voir le canal",
  seeHealth: "Voir la santé du service",
};
