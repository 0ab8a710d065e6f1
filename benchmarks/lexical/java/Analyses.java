import io.anserini.analysis.AnalyzerUtils;
import io.anserini.analysis.DefaultEnglishAnalyzer;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;

/**
 * The tokens of each text of standard input, with line feeds between them. A text is the number
 * of its bytes, then those, UTF-16 with the larger half first, so that any string can be told.
 */
public class Analyses {
  public static void main(String[] args) throws Exception {
    Analyzer analyzer =
        args[0].equals("whitespace")
            ? new WhitespaceAnalyzer()
            : DefaultEnglishAnalyzer.fromArguments(args[1], args[2].equals("none"), null);
    var in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
    var out = new DataOutputStream(new BufferedOutputStream(System.out, 1 << 16));
    for (int n = in.readInt(); n >= 0; n = in.readInt()) {
      var chars = new char[n / 2];
      byte[] text = in.readNBytes(n);
      for (int i = 0; i < chars.length; i++) {
        chars[i] = (char) ((text[2 * i] & 0xFF) << 8 | text[2 * i + 1] & 0xFF);
      }
      String tokens = String.join("\n", AnalyzerUtils.analyze(analyzer, new String(chars)));
      out.writeInt(2 * tokens.length());
      out.writeChars(tokens);
    }
    out.flush();
  }
}
