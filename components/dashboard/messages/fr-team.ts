import type { DashboardMessages } from "./words";

export const frTeam: DashboardMessages["team"] = {
  teamMeans: "Qui travaille pour {account}, dans toutes ses boutiques.",
  people: "Personnes",
  person: "Personne",
  role: "Rôle",
  you: "vous",
  protectedMark: "Deux étapes",
  unprotected: "Mot de passe seul",
  change: "Modifier",
  changeOf: "Modifier {name}",
  invitations: "Invités",
  invitedUntil: "Jusqu’au",
  takeBack: "Reprendre",
  takeBackOf: "Reprendre l’invitation de {email}",
  noInvitations: "Personne n’est invité pour l’instant.",
  invite: "Inviter quelqu’un",
  inviteMeans: "La personne reçoit par e-mail un lien qui marche une fois, pendant {days} jours.",
  inviteSend: "Envoyer l’invitation",
  invited: "{email} est invité",
  invitedMail: "Un lien est en route.",
  invitedLink:
    "Ce serveur n’envoie pas d’e-mail. Donnez ce lien vous-même, et à personne d’autre : qui l’ouvre le premier rejoint l’équipe comme {email}.",
  invitationLink: "Lien d’invitation",
  takenBack: "L’invitation de {email} est reprise. Son lien ne marche plus.",
  roleChanged: "Le rôle de {name} est changé.",
  removed: "{name} ne fait plus partie de l’équipe.",
  changeRole: "Changer le rôle",
  removeFromTeam: "Retirer de l’équipe",
  removeMeans:
    "{name} ne voit et ne change plus rien, dès maintenant. Ce qui a été fait reste dans l’historique.",
  leave: "Quitter l’équipe",
  leaveMeans: "Vous ne voyez et ne changez plus rien de {account}, dès maintenant.",
  left: "Vous avez quitté l’équipe.",
  onlyManagers: "Seul un propriétaire ou un administrateur change l’équipe.",
  onlyOwners: "Seul un propriétaire change un propriétaire.",
  whatRolesMay: "Ce que chaque rôle peut faire",
  meansOwner:
    "Tout, et seul : les clés et les secrets de signature, les reversements et leurs comptes, de nouvelles boutiques.",
  meansAdmin: "Tout le reste : remboursements, argent mis de côté, réglages, fusion de clients, l’équipe.",
  meansSupport:
    "Commandes, abonnements, clients, liens, factures et ce qui attend quelqu’un. Ne voit pas les clés, ne rembourse et ne verse rien.",
  meansDeveloper:
    "Points de terminaison, événements, mode test, produits, commandes, clients, liens et factures. Ne rembourse et ne verse rien.",
  meansViewer: "Regarde tout ce qui n’est pas secret, et ne change rien.",
};
