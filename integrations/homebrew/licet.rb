# The formula of a tap. The release workflow fills in OWNER, VERSION and SHA256, the digest of the published package.
class Licet < Formula
  desc "Policies for AI agents: decide before each action whether it may run"
  homepage "https://github.com/OWNER/licet"
  url "https://github.com/OWNER/licet/releases/download/vVERSION/licet-VERSION.tgz"
  sha256 "SHA256"
  license "Apache-2.0"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/licet --version")
    (testpath/"governance.yaml").write "version: 1\ndefault: pass\ninclude: [standard]\n"
    # 2 is the code of a block.
    assert_match "block", shell_output("#{bin}/licet check --command 'rm -rf ~'", 2)
  end
end
