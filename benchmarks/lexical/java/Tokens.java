import io.anserini.analysis.AnalyzerUtils;
import io.anserini.analysis.DefaultEnglishAnalyzer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The tokens of each line of standard input, with blanks between them. */
public class Tokens {
  public static void main(String[] args) throws Exception {
    var analyzer = DefaultEnglishAnalyzer.newDefaultInstance();
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (String line; (line = lines.readLine()) != null; ) {
      out.print(String.join(" ", AnalyzerUtils.analyze(analyzer, line)) + "\n");
    }
    out.flush();
  }
}
