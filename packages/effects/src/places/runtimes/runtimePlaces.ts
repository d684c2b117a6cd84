/** What is known of an agent runtime without its adapter: guards and the command line read it. */
export interface RuntimePlaces {
  /** Its settings, hooks and plugins: what governs the agent, and is not the agent's to change. */
  readonly governed: readonly string[];
  /**
   * Variables that it sets for the commands that it runs; a name that ends in `*` means all that begin so. Those that
   * people set for themselves are not among them.
   */
  readonly variables: readonly string[];
  /** The name of its folder of settings in a project, without the dot. */
  readonly folder?: string;
  /** The name of its folder in the home folder, without the dot, if it has none of that name in a project. */
  readonly homeFolder?: string;
  /** Where it lets its agent keep plans, notes and to-do lists: neither settings nor instructions. From `~/.`, where the pattern begins. */
  readonly ownFolders?: RegExp;
  /** Those of them that hold whole sessions. */
  readonly sessionStores?: RegExp;
  /** Variables that lead it to other settings than those of the project and the user; whole names. Source: its manual. */
  readonly settingsVariables?: RegExp;
}
